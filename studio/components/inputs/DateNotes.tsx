import { ErrorOutlineIcon } from '@sanity/icons/ErrorOutline'
import { Card, Flex, Inline, Stack, Text } from '@sanity/ui'
import type { FormNodeValidation } from 'sanity'
import { describeDate, findTwin, type TypedDate } from '#domain/events/typed-date.ts'
import { formatTime, nameZone } from '#domain/pacific.ts'
import { SmallButton } from '../SmallButton.tsx'

type DateNotesProps = {
  id: string
  allDay: boolean
  isTyping: boolean
  reading: TypedDate | undefined
  validation: FormNodeValidation[]
  onChoose: ((instant: string) => void) | undefined
}

/** Below a date field: what was understood, or why it cannot be read; other faults; and an instant that may be meant. */
export function DateNotes({ id, allDay, isTyping, reading, validation, onChoose }: DateNotesProps) {
  const { instant, fault, suggestion } = reading ?? {}
  const twin = instant === undefined || allDay ? undefined : findTwin(instant)
  const offered = twin ?? suggestion
  const example = allDay ? '“Dec 11” or “12/11/2026”' : '“Dec 11, 7 PM” or “12/11/2026 7pm”'

  return (
    <Stack gap={3} id={id} paddingTop={1} aria-live="polite">
      {fault !== undefined && !isTyping ? (
        <Fault level="error" text={fault} />
      ) : (
        <Text muted={instant === undefined} size={1}>
          {fault ?? (instant === undefined ? `Such as ${example}` : describeDate(instant, allDay))}
        </Text>
      )}
      {instant !== undefined &&
        validation.map(({ level, message }) => <Fault key={message} level={level} text={message} />)}
      {instant !== undefined && twin !== undefined && (
        <Text muted size={1}>
          {`The clocks go back that night, and ${formatTime(instant)} comes twice: this is the ${instant < twin ? 'first' : 'second'}`}
        </Text>
      )}
      {offered !== undefined && onChoose && (
        <Inline>
          <SmallButton
            text={
              twin === undefined
                ? `Use ${describeDate(offered, allDay)}`
                : `Use the other, ${formatTime(twin)} ${nameZone(twin)}`
            }
            onClick={() => onChoose(offered)}
          />
        </Inline>
      )}
    </Stack>
  )
}

/** As high as the text in whose place it appears: the button below must not move while it is being pressed. */
function Fault({ level, text }: { level: FormNodeValidation['level']; text: string }) {
  return (
    <Card tone={level === 'error' ? 'critical' : 'caution'} style={{ background: 'none' }}>
      <Flex align="flex-start" gap={2}>
        <Text size={1}>
          <ErrorOutlineIcon />
        </Text>
        <Text size={1}>{text}</Text>
      </Flex>
    </Card>
  )
}
