import { Box, Button, Flex, Select, Stack, Text, TextInput } from '@sanity/ui'
import type { SyntheticEvent } from 'react'
import { formatDateAndTime } from '#domain/pacific.ts'
import { Notice } from '../components/Notice.tsx'
import { SmallButton } from '../components/SmallButton.tsx'
import { usePolled } from '../components/use-polled.ts'
import type { DeskApi } from './desk-api.ts'

type BansProps = {
  api: DeskApi
  /** Returns whether the site did it. */
  onSend: (request: Promise<unknown>) => Promise<boolean>
}

export function Bans({ api, onSend }: BansProps) {
  const { value: bans, fault, reload } = usePolled('bans', api.listBans)

  async function ban(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { kind, text } = Object.fromEntries(new FormData(form)) as { kind: 'phrase'; text: string }
    if (await onSend(api.ban({ kind, text }))) form.reset()
    reload()
  }

  return (
    <Stack gap={4} padding={4} style={{ maxWidth: '44rem' }}>
      <form onSubmit={(event) => void ban(event)}>
        <Flex gap={2} wrap="wrap">
          <Box>
            <Select aria-label="What to ban" name="kind">
              <option>phrase</option>
              <option>contact</option>
            </Select>
          </Box>
          <Box flex={1}>
            <TextInput aria-label="Text to ban" name="text" minLength={3} maxLength={200} />
          </Box>
          <Button type="submit" text="Ban" tone="primary" />
        </Flex>
      </form>
      {fault && <Notice tone="critical" text={fault.message} />}
      {bans?.length === 0 && <Text size={1}>Nothing is banned.</Text>}
      <Stack as="ul" gap={4}>
        {bans?.map(({ id, kind, text, who: by, at, until }) => (
          <Flex as="li" align="center" gap={2} justify="space-between" key={id}>
            <Text size={1}>
              {kind} {text === null ? '(stored as a hash)' : <bdi>“{text}”</bdi>}, {by},{' '}
              {formatDateAndTime(at)}
              {until === null ? '' : `, until ${formatDateAndTime(until)}`}
            </Text>
            <SmallButton text="Lift" onClick={() => void onSend(api.unban(id)).then(reload)} />
          </Flex>
        ))}
      </Stack>
    </Stack>
  )
}
