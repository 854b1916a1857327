import { Button, Card, Checkbox, Flex, Heading, Stack, Text, TextInput } from '@sanity/ui'
import { useId } from 'react'
import { describeZones } from '#domain/import/describe.ts'
import type { ReadSettings } from '#domain/import/found.ts'
import { type Decision, describeOutcome, waits } from '#domain/import/plan.ts'
import type { Choices } from '#domain/import/run-import.ts'
import { Label } from '../components/Label.tsx'
import { ColumnMapper } from './ColumnMapper.tsx'
import { Notice } from '../components/Notice.tsx'
import { isWritten, ItemRow } from './ItemRow.tsx'
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
  const { name, found, items, settings, stored, place, columnFault } = preview
  const [zoneField, hourlyField] = [useId(), useId()]
  const lists = [
    { title: 'Waiting for you', rows: items.filter(({ status }) => waits(status)) },
    { title: 'New and changed', rows: items.filter(isWritten) },
    { title: 'Left out', rows: items.filter(({ status }) => status === 'leftOut') },
  ].filter(({ rows }) => rows.length > 0)

  function write(form: FormData): void {
    const decisions = new Map<string, Decision>()
    const skipped = new Set<string>()
    for (const item of lists.flatMap(({ rows }) => rows.slice(0, maxRows))) {
      const choice = form.get(item.id)
      if (choice === 'take' || choice === 'keep') decisions.set(item.id, choice)
      if (choice === null && isWritten(item)) skipped.add(item.id)
    }
    const isAddress = place.address !== undefined
    onWrite({ decisions, skipped, ...(isAddress && { hourly: form.has('hourly') }) })
  }

  return (
    <Stack as="section" aria-label="Preview" gap={4}>
      <Heading as="h2" size={1}>
        {name}
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
      <Stack as="form" gap={4} onSubmit={(event) => event.preventDefault()}>
        {lists.map(({ title, rows }) => (
          <Stack key={title} gap={3}>
            <Heading as="h3" size={0}>
              {title} ({rows.length})
            </Heading>
            <Card as="ul" border radius={2} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {rows.slice(0, maxRows).map((item) => (
                <ItemRow key={item.id} item={item} />
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
            <Checkbox id={hourlyField} name="hourly" defaultChecked={stored?.hourly === true} />
            <Label id={hourlyField} text="Import this address every hour" />
          </Flex>
        )}
        <Flex>
          <Button
            disabled={isWorking || columnFault !== undefined}
            text="Write drafts"
            tone="primary"
            // Not `submit`: Enter in a checkbox would write the drafts.
            onClick={({ currentTarget: { form } }) => write(new FormData(form ?? undefined))}
          />
        </Flex>
      </Stack>
    </Stack>
  )
}
