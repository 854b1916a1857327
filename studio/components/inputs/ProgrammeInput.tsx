import { Card, Stack, Text } from '@sanity/ui'
import { type ObjectInputProps, useEditState } from 'sanity'
import { listLaunchPoints, measureProgramme } from '#domain/programme/before-launch.ts'

/** The form of the programme's document below a checklist: what is still open before the site is public. */
export function ProgrammeInput(props: ObjectInputProps) {
  const { draft, published } = useEditState('siteSettings', 'siteSettings')
  const { done, total, percent } = measureProgramme(props.value)
  const open = listLaunchPoints({ programme: props.value, siteSettings: draft ?? published })
  return (
    <Stack gap={4}>
      <Card border padding={3} radius={2} tone={open.length > 0 ? 'caution' : 'positive'}>
        <Stack as="section" gap={3} aria-label="Before launch">
          <Text size={1} weight="medium">
            {`Before launch: ${percent}%, ${done} of ${total} questions and dates`}
          </Text>
          {open.length > 0 && (
            <Stack as="ul" gap={2} paddingLeft={3}>
              {open.map((point) => (
                <Text as="li" key={point} size={1}>
                  {point}
                </Text>
              ))}
            </Stack>
          )}
        </Stack>
      </Card>
      {props.renderDefault(props)}
    </Stack>
  )
}
