import { Button, Card, Stack, Text, TextInput } from '@sanity/ui'
import { type ComponentType, useCallback, useState } from 'react'
import { Label } from './Label.tsx'
import { Loading } from './Loading.tsx'
import { Notice } from './Notice.tsx'
import { isLocal } from '../env.ts'
import { readSiteToken } from '../site-settings.ts'
import { useSiteUrl } from './use-site-url.ts'

const storageKey = 'moderation token'

type ReadToken = () => Promise<string | undefined>

/** `onRefused`: the site refuses the token of a hosted Studio. */
export type ToolProps = { siteUrl: string; readToken: ReadToken; onRefused: () => void }

/**
 * Shows a tool once the site's address is known. In the local Studio it acts for the person who is signed in. A hosted
 * Studio asks for the moderation token once and keeps it in this browser: its build is public.
 */
export function Connected({ Tool }: { Tool: ComponentType<ToolProps> }) {
  const siteUrl = useSiteUrl()
  const [token, setToken] = useState(() => localStorage.getItem(storageKey))
  const readToken = useCallback(
    () => (isLocal ? readSiteToken() : Promise.resolve(token ?? undefined)),
    [token],
  )

  function giveToken(given: string) {
    localStorage.setItem(storageKey, given)
    setToken(given)
  }
  const refuseToken = useCallback(() => {
    localStorage.removeItem(storageKey)
    setToken(null)
  }, [])

  if (siteUrl === undefined) return <Loading />
  if (siteUrl === null)
    return (
      <Notice text="This Studio does not know its site. Set SANITY_STUDIO_SITE_URL and build it again." />
    )
  if (!isLocal && !token) return <TokenForm onGive={giveToken} />
  return <Tool siteUrl={siteUrl} readToken={readToken} onRefused={refuseToken} />
}

function TokenForm({ onGive }: { onGive: (token: string) => void }) {
  return (
    <Card margin={4} padding={4} radius={2} border style={{ maxWidth: '32rem' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const { token } = Object.fromEntries(new FormData(event.currentTarget)) as { token: string }
          if (token.trim() !== '') onGive(token.trim())
        }}
      >
        <Stack gap={4}>
          <Label id="moderation-token" text="Moderation token" />
          <TextInput id="moderation-token" name="token" type="password" autoComplete="off" />
          <Text muted size={1}>
            The value of MODERATION_TOKEN where the site runs. It is kept in this browser only.
          </Text>
          <Button type="submit" text="Open the desk" tone="primary" />
        </Stack>
      </form>
    </Card>
  )
}
