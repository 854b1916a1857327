import { Text } from '@sanity/ui'
import type { DiffProps, StringDiff } from 'sanity'
import { readInstant } from '#domain/events/event-date.ts'
import { formatShortDateAndTime } from '#domain/pacific.ts'

/** In “Review changes”: `Fri, Dec 11, 2026, 7:00 PM PST → …`. */
export function PacificTimeDiff({ diff: { fromValue, toValue } }: DiffProps<StringDiff>) {
  return (
    <Text size={1}>
      <del>{describe(fromValue)}</del> → <ins>{describe(toValue)}</ins>
    </Text>
  )
}

function describe(value: string | null | undefined): string {
  const instant = readInstant(value ?? '')
  return instant === undefined ? (value ?? 'empty') : formatShortDateAndTime(instant)
}
