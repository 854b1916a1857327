import { Card, Text } from '@sanity/ui'

export function Notice({
  text,
  tone = 'default',
}: {
  text: string
  tone?: 'default' | 'critical' | 'caution'
}) {
  return (
    <Card border padding={3} radius={2} role={tone === 'critical' ? 'alert' : undefined} tone={tone}>
      <Text size={1}>{text}</Text>
    </Card>
  )
}
