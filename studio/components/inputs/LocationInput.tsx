import { AddIcon } from '@sanity/icons/Add'
import { Inline, Stack, Text } from '@sanity/ui'
import { useEffect, useRef, useState } from 'react'
import { type Reference, set, type StringInputProps, useClient, useFormValue } from 'sanity'
import { apiVersion } from '#domain/content/content-settings.ts'
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
  const venue = useVenueName(venueId)
  // Fill only for a newly chosen venue: with an earlier one, the editor may be about to write something else.
  const filledFor = useRef(venueId)
  const missing = readOnly ? [] : listMissingPlaces(value, { venue, neighborhood })

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

/** Reads drafts as well. Undefined while loading. */
function useVenueName(id: string | undefined): string | undefined {
  const client = useClient({ apiVersion })
  const [found, setFound] = useState<{ id: string; name: string | null }>()

  useEffect(() => {
    if (id === undefined) return undefined
    const asking = new AbortController()
    client
      .withConfig({ perspective: 'drafts' })
      .fetch<string | null>('*[_id == $id][0].name', { id }, { signal: asking.signal })
      .then(
        (name) => setFound({ id, name }),
        // Without the name there is no button for the venue, which is optional anyway.
        () => undefined,
      )
    return () => asking.abort()
  }, [client, id])
  return id !== undefined && found?.id === id ? (found.name ?? undefined) : undefined
}
