import { Box, Button, Card, Flex, Stack, Text } from '@sanity/ui'
import type { DeskListing } from '#domain/moderation/desk.ts'
import { describeRow } from './describe.ts'

type RowProps = {
  listing: DeskListing
  isOpen: boolean
  isDecided: boolean
  isSelected: boolean
  onOpen: () => void
  onToggle: () => void
}

export function Row({ listing, isOpen, isDecided, isSelected, onOpen, onToggle }: RowProps) {
  const { id, title, state, dispute } = listing
  return (
    <Card as="li" borderBottom id={`row-${id}`} padding={2} tone={isOpen ? 'primary' : 'default'}>
      <Flex align="flex-start" gap={2}>
        <Box padding={2}>
          <input type="checkbox" aria-label={`Select “${title}”`} checked={isSelected} onChange={onToggle} />
        </Box>
        <Box flex={1}>
          <Button
            mode="bleed"
            justify="flex-start"
            padding={2}
            width="fill"
            aria-pressed={isOpen}
            onClick={onOpen}
          >
            <Stack gap={2}>
              <Text size={1} weight="semibold" textOverflow="ellipsis">
                {title || '(erased)'}
              </Text>
              <Text muted size={1} style={{ whiteSpace: 'normal' }}>
                {isDecided ? 'decided · ' : ''}
                {state === 'shown' ? '' : `${state} · `}
                {dispute === null ? '' : 'disputed · '}
                {describeRow(listing)}
              </Text>
            </Stack>
          </Button>
        </Box>
      </Flex>
    </Card>
  )
}
