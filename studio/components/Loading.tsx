import { Flex, Spinner, Text } from '@sanity/ui'

export function Loading({ text }: { text?: string | undefined }) {
  return (
    <Flex align="center" gap={3} justify="center" padding={4} role="status">
      <Spinner muted />
      {text !== undefined && <Text size={1}>{text}</Text>}
    </Flex>
  )
}
