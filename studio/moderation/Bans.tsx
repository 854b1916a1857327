import { Box, Button, Card, Flex, Select, Stack, Text, TextInput } from '@sanity/ui'
import { useCallback, useEffect, useState } from 'react'
import type { Ban } from '#domain/moderation/desk.ts'
import { formatDateAndTime } from '#domain/pacific.ts'
import type { DeskApi } from './desk-api.ts'
import { SmallButton } from '../components/SmallButton.tsx'

/** The list of bans, and a form that bans a phrase or a contact. */
export function Bans({ api, who }: { api: DeskApi; who: string }) {
  const [bans, setBans] = useState<Ban[]>()
  const [fault, setFault] = useState<string>()
  const [kind, setKind] = useState<'phrase' | 'contact'>('phrase')
  const [text, setText] = useState('')

  const load = useCallback(
    () => api.listBans().then(setBans, (error: Error) => setFault(error.message)),
    [api],
  )
  useEffect(() => void load(), [load])

  async function act(action: () => Promise<unknown>) {
    setFault(undefined)
    try {
      await action()
      setText('')
    } catch (error) {
      setFault((error as Error).message)
    }
    await load()
  }

  return (
    <Stack gap={4} padding={4} style={{ maxWidth: '44rem' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void act(() => api.ban({ kind, text, why: '', who }))
        }}
      >
        <Flex gap={2} wrap="wrap">
          <Box>
            <Select
              aria-label="What to ban"
              value={kind}
              onChange={({ currentTarget: { value } }) => setKind(value as typeof kind)}
            >
              <option value="phrase">phrase</option>
              <option value="contact">contact</option>
            </Select>
          </Box>
          <Box flex={1}>
            <TextInput
              aria-label="Text to ban"
              value={text}
              minLength={3}
              maxLength={200}
              required
              onChange={({ currentTarget: { value } }) => setText(value)}
            />
          </Box>
          <Button type="submit" text="Ban" tone="primary" />
        </Flex>
      </form>
      {fault !== undefined && (
        <Card padding={3} radius={2} role="alert" tone="critical">
          <Text size={1}>{fault}</Text>
        </Card>
      )}
      {bans?.length === 0 && <Text size={1}>Nothing is banned.</Text>}
      <Stack as="ul" gap={2}>
        {bans?.map(({ id, kind: banned, text: phrase, who: by, at, until }) => (
          <Card as="li" border key={id} padding={2} radius={2}>
            <Flex align="center" gap={2} justify="space-between">
              <Text size={1}>
                {banned} {phrase === null ? '(stored as a hash)' : <bdi>“{phrase}”</bdi>}, {by},{' '}
                {formatDateAndTime(at)}
                {until === null ? '' : `, until ${formatDateAndTime(until)}`}
              </Text>
              <SmallButton text="Lift" onClick={() => void act(() => api.unban(id, who))} />
            </Flex>
          </Card>
        ))}
      </Stack>
    </Stack>
  )
}
