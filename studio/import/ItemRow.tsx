import { Box, Card, Checkbox, Flex, Select, Stack, Text } from '@sanity/ui'
import { type ImportItem, statusNames } from '#domain/import/compare.ts'
import { describeItem, describeTime } from '#domain/import/describe.ts'
import type { Decision } from '#domain/import/plan.ts'

/** What an editor can decide: take the source’s version, or keep ours. */
const decisionNames: Partial<Record<ImportItem['status'], Record<Decision, string>>> = {
  edited: { take: 'Take the source’s version', keep: 'Keep ours' },
  duplicate: { take: 'Make a draft anyway', keep: 'It is the same: leave it' },
  deleted: { take: 'Make the draft again', keep: 'Leave it deleted' },
  gone: { take: 'Mark as cancelled', keep: 'Keep it' },
}

/** Whether an item is written without asking, unless the editor unticks it. */
export const isWritten = ({ status }: ImportItem) => status === 'new' || status === 'changed'

/** The field with the item's id has the editor's choice. */
export function ItemRow({ item }: { item: ImportItem }) {
  const { id, title, status, found } = item
  const decisions = decisionNames[status]
  return (
    <Card as="li" borderBottom padding={3}>
      <Flex align="flex-start" gap={3}>
        {isWritten(item) && <Checkbox aria-label={title} name={id} defaultChecked />}
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
        {decisions && (
          <Box>
            <Select aria-label={`Decision on ${title}`} fontSize={1} name={id}>
              <option value="">Ask me later</option>
              <option value="take">{decisions.take}</option>
              <option value="keep">{decisions.keep}</option>
            </Select>
          </Box>
        )}
      </Flex>
    </Card>
  )
}
