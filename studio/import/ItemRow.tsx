import { Box, Card, Checkbox, Flex, Select, Stack, Text } from '@sanity/ui'
import { type ImportItem, statusNames } from '#domain/import/compare.ts'
import { describeItem, describeTime } from '#domain/import/describe.ts'
import { type Decision, waits } from '#domain/import/plan.ts'

type ItemRowProps = {
  item: ImportItem
  decision: Decision | undefined
  onDecide: (id: string, decision: Decision | undefined) => void
  isSkipped: boolean
  /** Absent for what is not written without asking. */
  onSkip?: () => void
}

/** What an editor can decide: take the source’s version, or keep ours. */
const decisionNames: Partial<Record<ImportItem['status'], Record<Decision, string>>> = {
  edited: { take: 'Take the source’s version', keep: 'Keep ours' },
  duplicate: { take: 'Make a draft anyway', keep: 'It is the same: leave it' },
  deleted: { take: 'Make the draft again', keep: 'Leave it deleted' },
  gone: { take: 'Mark as cancelled', keep: 'Keep it' },
}

export function ItemRow({ item, decision, onDecide, isSkipped, onSkip }: ItemRowProps) {
  const { id, title, status, found } = item
  return (
    <Card as="li" borderBottom padding={3}>
      <Flex align="flex-start" gap={3}>
        {onSkip && <Checkbox aria-label={title} checked={!isSkipped} onChange={onSkip} />}
        <Stack flex={1} gap={2}>
          <Text size={1} weight="medium">
            <bdi>{title}</bdi>
          </Text>
          <Text muted size={1}>
            {describeTime(item)}
            {found?.fields.location === undefined ? '' : ` · ${found.fields.location}`} ·{' '}
            {statusNames[status]}
          </Text>
          {describeItem(item).map((line) => (
            <Text key={line} size={1}>
              <bdi>{line}</bdi>
            </Text>
          ))}
        </Stack>
        {waits(status) && (
          <Box>
            <Select
              aria-label={`Decision on ${title}`}
              fontSize={1}
              value={decision ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onDecide(id, value === '' ? undefined : (value as Decision))
              }
            >
              <option value="">Ask me later</option>
              <option value="take">{decisionNames[status]?.take}</option>
              <option value="keep">{decisionNames[status]?.keep}</option>
            </Select>
          </Box>
        )}
      </Flex>
    </Card>
  )
}
