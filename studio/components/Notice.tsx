import { Card, Text } from '@sanity/ui'
import type { ComponentProps } from 'react'

type NoticeProps = ComponentProps<typeof Card> & { text: string }

export function Notice({ text, ...card }: NoticeProps) {
  const role = card.tone === 'critical' ? 'alert' : undefined
  return (
    <Card border padding={3} radius={2} role={role} {...card}>
      <Text size={1}>{text}</Text>
    </Card>
  )
}
