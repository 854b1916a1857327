import { Stack } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useState } from 'react'
import { useClient, useEditState } from 'sanity'
import { useRouter } from 'sanity/router'
import { apiVersion } from '#domain/content/content-settings.ts'
import { startOfDay } from '#domain/pacific.ts'
import { Notice } from '../components/Notice.tsx'
import { SmallButton } from '../components/SmallButton.tsx'
import type { DeskApi, ListingWithHistory } from './desk-api.ts'

type EventDraftProps = { api: DeskApi; listing: ListingWithHistory }

/** Opens the event of an announcement. If there is none, makes an all-day draft with the listing's id, and tells the owner. */
export function EventDraft({ api, listing }: EventDraftProps) {
  const client = useClient({ apiVersion })
  const router = useRouter()
  const toast = useToast()
  const [fault, setFault] = useState<string>()
  const event = useEditState(listing.id, 'event')
  const { id, title, description, date, history } = listing

  const isThere = event.draft !== null || event.published !== null
  const isOwnerInformed = isThere && history.some(({ what }) => what === 'draft')

  async function open() {
    setFault(undefined)
    try {
      if (!isThere) {
        await client.createIfNotExists({
          _id: `drafts.${id}`,
          _type: 'event',
          title,
          description,
          // A listing has a day, but no time.
          ...(date !== undefined && { date: startOfDay(date).toISOString(), allDay: true }),
        })
      }
    } catch (error) {
      return setFault(`The draft could not be made: ${(error as Error).message}`)
    }
    // If this fails, opening the event again retries it.
    if (!isOwnerInformed) await api.change({ action: 'draft', ids: [id] }).catch(warn)
    router.navigateIntent('edit', { id, type: 'event' })
  }

  function warn({ message: text }: Error) {
    const failed = 'The owner of the listing could not be informed of the draft'
    toast.push({ status: 'warning', title: failed, description: text })
  }

  const label =
    event.published !== null
      ? 'Open the event'
      : event.draft !== null
        ? 'Open the event draft'
        : 'Make an event draft'

  return (
    <Stack gap={2}>
      <SmallButton text={label} disabled={!event.ready} onClick={() => void open()} />
      {fault !== undefined && <Notice text={fault} tone="critical" />}
    </Stack>
  )
}
