import { Button, Card, Flex, Heading, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { announcesEvent } from '#domain/listings/details.ts'
import type { BanKind } from '#domain/moderation/desk.ts'
import { formatDateAndTime } from '#domain/pacific.ts'
import { describeRow, describeState, listDetails, reasonNames } from './describe.ts'
import type { DeskApi, ListingWithHistory } from './desk-api.ts'
import { EventDraft } from './EventDraft.tsx'
import { pollInterval } from './use-desk.ts'
import { SmallButton } from '../components/SmallButton.tsx'

type ListingPanelProps = {
  api: DeskApi
  id: string
  siteUrl: string
  who: string
  onDistrust: (id: string) => void
  onBanned: (kind: BanKind) => void
}

/** One listing with its full text, spam signals, reports and history. */
export function ListingPanel({ api, id, siteUrl, who, onDistrust, onBanned }: ListingPanelProps) {
  const [found, setFound] = useState<ListingWithHistory>()
  const [fault, setFault] = useState<string>()

  useEffect(() => {
    let isCurrent = true
    async function load() {
      try {
        const listing = await api.find(id)
        if (!isCurrent) return
        setFound(listing)
        setFault(undefined)
      } catch (error) {
        if (isCurrent) setFault((error as Error).message)
      }
    }
    void load()
    const timer = setInterval(() => void load(), pollInterval)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [api, id])

  async function ban(kind: 'contact' | 'network') {
    try {
      await api.ban({ kind, listing: id, why: '', who })
      onBanned(kind)
    } catch (error) {
      setFault((error as Error).message)
    }
  }

  const listing = found?.id === id ? found : undefined
  return (
    <Card as="section" borderLeft flex={['none', 'none', 1]} padding={4} aria-label="The open listing">
      {fault !== undefined && <Text size={1}>{fault}</Text>}
      {listing && (
        <Stack gap={4}>
          <Heading as="h2" size={1}>
            <bdi>{listing.title || '(erased)'}</bdi>
          </Heading>
          <Text muted size={1}>
            {describeRow(listing)} · posted {formatDateAndTime(listing.createdAt)}
          </Text>
          <Text size={1}>{describeState(listing)}</Text>
          <AsWritten text={listing.description} />
          <AsWritten text={listing.contact} />
          {listDetails(listing).map((line) => (
            <AsWritten key={line} text={line} />
          ))}
          {listing.dispute !== null && (
            <Part title="The owner says">
              <AsWritten text={listing.dispute} />
            </Part>
          )}
          {listing.signals.length > 0 && (
            <Part title="Signals">
              {listing.signals.map(({ name, points }) => (
                <Text key={name} size={1}>
                  {name} ({points})
                </Text>
              ))}
            </Part>
          )}
          {listing.reports.length > 0 && (
            <Part title="Reports">
              {listing.reports.map(({ reason, text, reportedAt, isRejected }) => (
                <Stack gap={2} key={reportedAt}>
                  <Text muted={isRejected} size={1}>
                    {formatDateAndTime(reportedAt)}: {reasonNames[reason]}
                    {isRejected ? ' (rejected)' : ''}
                  </Text>
                  {text !== '' && <AsWritten text={text} />}
                </Stack>
              ))}
              <SmallButton style={{ whiteSpace: 'normal' }} onClick={() => onDistrust(id)}>
                <Text size={1}>Reject all reports of these networks, and restore what they hid</Text>
              </SmallButton>
            </Part>
          )}
          <Flex gap={2} wrap="wrap">
            <SmallButton
              disabled={!listing.canBan}
              text="Ban its contacts"
              onClick={() => void ban('contact')}
            />
            <SmallButton
              disabled={!listing.canBan}
              text="Ban its network"
              onClick={() => void ban('network')}
            />
            {announcesEvent(listing) && <EventDraft api={api} listing={listing} who={who} />}
            <Button
              as="a"
              fontSize={1}
              href={`${siteUrl}/listing/${id}`}
              mode="bleed"
              padding={2}
              rel="noreferrer"
              target="_blank"
              text="See the page"
            />
          </Flex>
          <Part title="History">
            {listing.history.map(({ id: entry, at, who: by, what, reason, why }) => (
              <Text key={entry} size={1}>
                {formatDateAndTime(at)}: {by}, {what} {reason ?? ''} <bdi>{why}</bdi>
              </Text>
            ))}
          </Part>
        </Stack>
      )}
    </Card>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Stack gap={2}>
      <Heading as="h3" size={0}>
        {title}
      </Heading>
      {children}
    </Stack>
  )
}

function AsWritten({ text }: { text: string }) {
  return (
    <Text size={1}>
      <bdi style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{text}</bdi>
    </Text>
  )
}
