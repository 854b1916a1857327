import { Button, Card, Stack, Text, TextInput } from '@sanity/ui'
import { useState } from 'react'

/** A hosted Studio is public: the token is asked for once and stays in this browser. */
export function TokenForm({ onGive }: { onGive: (token: string) => void }) {
  const [token, setToken] = useState('')
  return (
    <Card margin={4} padding={4} radius={2} border style={{ maxWidth: '32rem' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (token.trim() !== '') onGive(token.trim())
        }}
      >
        <Stack gap={4}>
          <Text as="label" htmlFor="moderation-token" size={1} weight="semibold">
            Moderation token
          </Text>
          <TextInput
            id="moderation-token"
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
          <Text muted size={1}>
            The value of MODERATION_TOKEN where the site runs. It is kept in this browser only.
          </Text>
          <Button type="submit" text="Open the desk" tone="primary" />
        </Stack>
      </form>
    </Card>
  )
}
