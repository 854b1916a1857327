import { Box, Card, Checkbox, Flex, Select, Stack, Text } from '@sanity/ui'
import type { ImportItem } from '#domain/import/compare.ts'
import { describeItem, describeTime } from '#domain/import/describe.ts'
import { type Decision, statusNames, waits } from '#domain/import/plan.ts'

type ItemRowProps = {
  item: ImportItem
  decision?: Decision | undefined
  onDecide?: (id: string, decision: Decision | undefined) => void
  isSkipped?: boolean
  onSkip?: (id: string) => void
}

const takeNames: Partial<Record<ImportItem['status'], string>> = {
  edited: 'Take the source’s version',
  duplicate: 'Make a draft anyway',
  deleted: 'Make the draft again',
  gone: 'Mark as cancelled',
}

const keepNames: Partial<Record<ImportItem['status'], string>> = {
  edited: 'Keep ours',
  duplicate: 'It is the same: leave it',
  deleted: 'Leave it deleted',
  gone: 'Keep it',
}

/** One event of the preview, with the editor's choice for it. */
export function ItemRow({ item, decision, onDecide, isSkipped = false, onSkip }: ItemRowProps) {
  const { id, title, status, found } = item
  return (
    <Card as="li" borderBottom padding={3}>
      <Flex align="flex-start" gap={3}>
        {onSkip && <Checkbox aria-label={title} checked={!isSkipped} onChange={() => onSkip(id)} />}
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
        {onDecide && waits(status) && (
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
              <option value="take">{takeNames[status]}</option>
              <option value="keep">{keepNames[status]}</option>
            </Select>
          </Box>
        )}
      </Flex>
    </Card>
  )
}
