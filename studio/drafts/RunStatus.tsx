import { Card, Flex, Stack, Text } from '@sanity/ui'
import type { ReactNode } from 'react'
import { SmallButton } from '../components/SmallButton.tsx'
import type { Draft, Run } from './use-drafts.ts'

const words = {
  publish: ['Publishing', 'published'],
  discard: ['Discarding', 'discarded'],
  delete: ['Deleting', 'deleted'],
} as const
const maxFailures = 100

type RunStatusProps = { run: Run; renderLink: (draft: Draft) => ReactNode; onStop: () => void }

export function RunStatus({ run: { action, total, outcomes, state }, renderLink, onStop }: RunStatusProps) {
  const failures = outcomes.filter(({ fault }) => fault !== undefined)
  const [doing, done] = words[action]
  const failed = failures.length > 0 ? `, ${failures.length} failed` : ''
  const rest = state === 'stopped' ? `, stopped before the other ${total - outcomes.length}` : ''
  return (
    <Stack gap={3}>
      {state === 'running' && (
        <Flex align="center" gap={3}>
          <progress
            aria-label={doing}
            max={total}
            style={{ accentColor: 'currentColor', flex: 1 }}
            value={outcomes.length}
          />
          <SmallButton text="Stop" onClick={onStop} />
        </Flex>
      )}
      <Text role="status" size={1}>
        {state === 'running'
          ? `${doing}: ${outcomes.length} of ${total}`
          : `${outcomes.length - failures.length} of ${total} ${done}${failed}${rest}`}
      </Text>
      {failures.length > 0 && (
        <Card border padding={3} radius={2} role="alert" tone="caution">
          <Stack as="ul" gap={3} style={{ margin: 0, paddingInlineStart: '1rem' }}>
            {failures.slice(0, maxFailures).map(({ draft, fault }) => (
              <Text key={draft.id} as="li" size={1}>
                {renderLink(draft)}: {fault}
              </Text>
            ))}
          </Stack>
          {failures.length > maxFailures && (
            <Text size={1}>{`and ${failures.length - maxFailures} more`}</Text>
          )}
        </Card>
      )}
    </Stack>
  )
}
