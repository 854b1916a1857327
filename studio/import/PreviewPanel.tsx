import { Button, Card, Checkbox, Flex, Heading, Stack, Text, TextInput } from '@sanity/ui'
import { useId, useState } from 'react'
import type { ImportItem } from '#domain/import/compare.ts'
import { describeZones } from '#domain/import/describe.ts'
import type { ReadSettings } from '#domain/import/found.ts'
import { type Decision, describeOutcome, waits } from '#domain/import/plan.ts'
import type { Choices } from '#domain/import/run-import.ts'
import { Label } from '../components/Label.tsx'
import { ColumnMapper } from './ColumnMapper.tsx'
import { Notice } from '../components/Notice.tsx'
import { ItemRow } from './ItemRow.tsx'
import type { Previewed } from './use-import.ts'

type PreviewPanelProps = {
  preview: Previewed
  isWorking: boolean
  onFind: (settings: ReadSettings) => void
  onWrite: (choices: Choices) => void
}

/** More rows are not shown, but they are written as well. */
const maxRows = 200

export function PreviewPanel({ preview, isWorking, onFind, onWrite }: PreviewPanelProps) {
  const { found, items, settings, stored, place, columnFault } = preview
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map())
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  const [hourly, setHourly] = useState(stored?.hourly === true)
  const [zoneField, hourlyField] = [useId(), useId()]
  const isWritten = ({ status }: ImportItem) => status === 'new' || status === 'changed'
  const waiting = items.filter(({ status }) => waits(status))
  const writes = items.filter(isWritten)
  const leftOut = items.filter(({ status }) => status === 'leftOut')
  const lists = [
    { title: `Waiting for you (${waiting.length})`, rows: waiting },
    { title: `Drafts to write (${writes.length - skipped.size})`, rows: writes },
    { title: `Left out (${leftOut.length})`, rows: leftOut },
  ].filter(({ rows }) => rows.length > 0)

  function decide(id: string, decision: Decision | undefined) {
    const next = new Map(decisions)
    if (decision === undefined) next.delete(id)
    else next.set(id, decision)
    setDecisions(next)
  }

  return (
    <Stack as="section" aria-label="Preview" gap={4}>
      <Heading as="h2" size={1}>
        {stored?.name ?? found.name ?? 'Preview'}
      </Heading>
      {columnFault === undefined && (
        <Text size={1} data-testid="import-outcome">
          {describeOutcome(items)}
        </Text>
      )}
      {[...describeZones(found), ...found.notes].map((note) => (
        <Notice key={note} text={note} />
      ))}
      {found.problems.map((problem) => (
        <Notice key={problem} text={problem} tone="caution" />
      ))}
      {found.table && (
        <ColumnMapper
          table={found.table}
          order={settings.dateOrder}
          onChoose={(chosen) => onFind({ ...settings, ...chosen })}
        />
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const zone = String(new FormData(event.currentTarget).get('zone')).trim()
          onFind({ ...settings, zone: zone || undefined })
        }}
      >
        <Stack gap={2}>
          <Label id={zoneField} text="Time zone for times without one" />
          <Flex gap={2}>
            <TextInput
              id={zoneField}
              name="zone"
              placeholder="America/Los_Angeles"
              defaultValue={settings.zone}
            />
            <Button disabled={isWorking} mode="ghost" text="Read again" type="submit" />
          </Flex>
        </Stack>
      </form>
      {lists.map(({ title, rows }) => (
        <Stack key={rows[0]?.status} gap={3}>
          <Heading as="h3" size={0}>
            {title}
          </Heading>
          <Card as="ul" border radius={2} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {rows.slice(0, maxRows).map((item) => (
              <ItemRow
                key={item.id}
                item={item}
                decision={decisions.get(item.id)}
                onDecide={decide}
                isSkipped={skipped.has(item.id)}
                {...(isWritten(item) && {
                  onSkip: () => setSkipped(skipped.symmetricDifference(new Set([item.id]))),
                })}
              />
            ))}
          </Card>
        </Stack>
      ))}
      {lists.some(({ rows }) => rows.length > maxRows) && (
        <Text muted size={1}>
          Only the first {maxRows} of a list are shown.
        </Text>
      )}
      {place.address !== undefined && (
        <Flex align="center" gap={3}>
          <Checkbox
            id={hourlyField}
            checked={hourly}
            onChange={({ currentTarget: { checked } }) => setHourly(checked)}
          />
          <Label id={hourlyField} text="Import this address every hour" />
        </Flex>
      )}
      <Flex>
        <Button
          disabled={isWorking || columnFault !== undefined}
          text="Write drafts"
          tone="primary"
          onClick={() => onWrite({ decisions, skipped, ...(place.address !== undefined && { hourly }) })}
        />
      </Flex>
    </Stack>
  )
}
