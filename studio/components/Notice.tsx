import { Card, Stack, Text } from '@sanity/ui'
import type { ComponentProps } from 'react'

type NoticeProps = ComponentProps<typeof Card> & { text: string }

/** A text, and below it what belongs to it. */
export function Notice({ text, children, ...card }: NoticeProps) {
  const role = card.tone === 'critical' ? 'alert' : undefined
  return (
    <Card border padding={3} radius={2} role={role} {...card}>
      <Stack gap={3}>
        <Text size={1} style={{ whiteSpace: 'pre-line' }}>
          {text}
        </Text>
        {children}
      </Stack>
    </Card>
  )
}
