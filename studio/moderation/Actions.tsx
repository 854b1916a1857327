import { Box, Card, Flex, Text } from '@sanity/ui'
import type { DeskAction } from '#domain/moderation/desk.ts'
import { SmallButton } from '../components/SmallButton.tsx'

type ActionsProps = {
  /** How many listings the actions apply to. */
  targets: number
  undoable: number
  /** How many decisions have not been answered yet. */
  unsent: number
  isSelection: boolean
  onDecide: (action: DeskAction) => void
}

export function Actions({ targets, undoable, unsent, isSelection, onDecide }: ActionsProps) {
  const actions = [
    ['show', 'Show'],
    ['keep', 'Reports are wrong'],
    ['hide', 'Hide…'],
    ['move', 'Move…'],
    ['delete', 'Delete…'],
    ['undo', 'Undo'],
  ] as const
  return (
    <Card borderBottom padding={2}>
      <Flex align="center" gap={1} wrap="wrap">
        {actions.map(([action, name]) => (
          <SmallButton
            key={action}
            disabled={(action === 'undo' ? undoable : targets) === 0}
            text={name}
            tone={action === 'delete' ? 'critical' : 'default'}
            onClick={() => onDecide(action)}
          />
        ))}
        <Box padding={2}>
          <Text muted size={1}>
            {isSelection ? `${targets} selected` : targets === 1 ? 'the open listing' : 'none selected'}
            {unsent > 0 && ` · sending ${unsent}…`}
          </Text>
        </Box>
      </Flex>
    </Card>
  )
}
