import { Button, Stack, Text } from '@sanity/ui'
import { useState } from 'react'
import { useClient } from 'sanity'
import { useRouter } from 'sanity/router'
import { apiVersion } from '#domain/content/content-settings.ts'
import { startOfDay } from '#domain/pacific.ts'
import type { DeskApi, ListingWithHistory } from './desk-api.ts'

type EventDraftProps = { api: DeskApi; listing: ListingWithHistory; who: string }

/** Makes an event draft of an announcement, with the listing's id, for the whole day, and opens it. The owner is told. */
export function EventDraft({ api, listing, who }: EventDraftProps) {
  const client = useClient({ apiVersion })
  const router = useRouter()
  const [fault, setFault] = useState<string>()
  const { id, title, description, date, history } = listing

  async function make() {
    setFault(undefined)
    try {
      const isThere = await client.fetch<boolean>('count(*[_id in [$id, $draft]]) > 0', {
        id,
        draft: `drafts.${id}`,
      })
      if (!isThere) {
        await client.create({
          _id: `drafts.${id}`,
          _type: 'event',
          title,
          description,
          // A listing gives no time.
          ...(date !== undefined && { date: startOfDay(date).toISOString(), allDay: true }),
        })
      }
      if (!isThere || history.every(({ what }) => what !== 'draft'))
        await api.change({ action: 'draft', ids: [id], why: '', who })
      router.navigateIntent('edit', { id, type: 'event' })
    } catch (error) {
      setFault(`The draft could not be made: ${(error as Error).message}`)
    }
  }

  return (
    <Stack gap={2}>
      <Button fontSize={1} mode="ghost" padding={2} text="Make an event draft" onClick={() => void make()} />
      {fault !== undefined && (
        <Text size={1} role="alert">
          {fault}
        </Text>
      )}
    </Stack>
  )
}
