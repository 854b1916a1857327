import { AddIcon } from '@sanity/icons/Add'
import { Button, Inline, Stack, Text } from '@sanity/ui'
import { useEffect, useRef, useState } from 'react'
import { type Reference, set, type StringInputProps, useClient, useFormValue } from 'sanity'
import { apiVersion } from '#domain/content/content-settings.ts'
import { addPlace, listMissingPlaces } from './place-text.ts'

/**
 * A venue that is chosen fills an empty location with its name. Adds buttons that insert the chosen venue and
 * neighborhood while the text lacks them.
 */
export function LocationInput(props: StringInputProps) {
  const { value, onChange, readOnly, renderDefault } = props
  const reference = useFormValue(['venueRef']) as Partial<Reference> | undefined
  const neighborhood = useFormValue(['neighborhood']) as string | undefined
  const venueId = reference?._ref
  const venue = useVenueName(venueId)
  // Not for the venue that was there before: an editor may be about to write something else.
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
            <Button
              key={place}
              type="button"
              mode="ghost"
              fontSize={1}
              padding={2}
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

/** With drafts. Undefined until it is known. */
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
        // The buttons are a help: without the name there is none for the venue.
        () => undefined,
      )
    return () => asking.abort()
  }, [client, id])
  return id !== undefined && found?.id === id ? (found.name ?? undefined) : undefined
}
