import { AddIcon } from '@sanity/icons/Add'
import { Button, Inline, Stack, Text } from '@sanity/ui'
import { set, type StringInputProps, useFormValue } from 'sanity'
import { addPlace, listMissingPlaces } from './place-text.ts'

/** Adds buttons that insert the chosen venue and neighborhood while the text lacks them. */
export function LocationInput(props: StringInputProps) {
  const { value, onChange, readOnly, renderDefault } = props
  const venue = useFormValue(['venue']) as string | undefined
  const neighborhood = useFormValue(['neighborhood']) as string | undefined
  const missing = readOnly ? [] : listMissingPlaces(value, { venue, neighborhood })
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
