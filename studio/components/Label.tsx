import { Text } from '@sanity/ui'

export function Label({ id, text }: { id: string; text: string }) {
  return (
    <Text as="label" htmlFor={id} size={1} weight="semibold">
      {text}
    </Text>
  )
}
