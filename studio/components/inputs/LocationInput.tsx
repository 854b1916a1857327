import { AddIcon } from '@sanity/icons/Add'
import { Inline, Stack, Text } from '@sanity/ui'
import { useEffect, useRef } from 'react'
import { type Reference, set, type StringInputProps, useEditState, useFormValue } from 'sanity'
import { addPlace, listMissingPlaces } from './place-text.ts'
import { SmallButton } from '../SmallButton.tsx'

/**
 * Choosing a venue fills an empty location with the venue's name. Adds buttons that insert the chosen venue and
 * neighborhood while the text lacks them.
 */
export function LocationInput(props: StringInputProps) {
  const { value, onChange, readOnly, renderDefault } = props
  const reference = useFormValue(['venueRef']) as Partial<Reference> | undefined
  const neighborhood = useFormValue(['neighborhood']) as string | undefined
  const venueId = reference?._ref
  // No document has the id “no-venue”.
  const { ready, draft, published } = useEditState(venueId ?? 'no-venue', 'venue')
  // Before it is ready, it may be an earlier state.
  const venue = ready ? ((draft ?? published)?.['name'] as string | undefined) : undefined
  // Fill only for a newly chosen venue: with an earlier one, the editor may be about to write something else.
  const filledFor = useRef(venueId)
  const missing = readOnly ? [] : listMissingPlaces(value, [venue, neighborhood])

  useEffect(() => {
    if (venue === undefined || venueId === filledFor.current) return
    filledFor.current = venueId
    if (!readOnly && !value?.trim()) onChange(set(venue))
  }, [venue, venueId, value, readOnly, onChange])

  return (
    <Stack gap={3}>
      {renderDefault(props)}
      {missing.length > 0 && (
        <Inline gap={2}>
          <Text size={1} muted>
            Not in the text yet:
          </Text>
          {missing.map((place) => (
            <SmallButton
              key={place}
              icon={AddIcon}
              text={`Add “${place}”`}
              onClick={() => onChange(set(addPlace(value, place)))}
            />
          ))}
        </Inline>
      )}
    </Stack>
  )
}
