import { Card, Flex, Heading, Stack, Text } from '@sanity/ui'
import { useCallback } from 'react'
import { useCurrentUser } from 'sanity'
import { announcesEvent } from '#domain/listings/details.ts'
import type { BanKind } from '#domain/moderation/desk.ts'
import { formatDateAndTime } from '#domain/pacific.ts'
import { PageLink } from '../components/PageLink.tsx'
import { SmallButton } from '../components/SmallButton.tsx'
import { usePolled } from '../components/use-polled.ts'
import { isModerator } from '../local/roles.ts'
import { describeRow, describeState, listDetails, reasonNames } from './describe.ts'
import type { DeskApi } from './desk-api.ts'
import { EventDraft } from './EventDraft.tsx'

type ListingPanelProps = {
  api: DeskApi
  id: string
  siteUrl: string
  onDistrust: (id: string) => void
  onBan: (kind: BanKind, id: string) => void
}

export function ListingPanel({ api, id, siteUrl, onDistrust, onBan }: ListingPanelProps) {
  const read = useCallback(() => api.find(id), [api, id])
  const { value: listing, fault } = usePolled(id, read)
  const user = useCurrentUser()
  return (
    <Card as="section" borderLeft flex={['none', 'none', 1]} padding={4} aria-label="The open listing">
      {fault && <Text size={1}>{fault.message}</Text>}
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
              onClick={() => onBan('contact', id)}
            />
            <SmallButton
              disabled={!listing.canBan}
              text="Ban its network"
              onClick={() => onBan('network', id)}
            />
            {announcesEvent(listing) && !isModerator(user) && <EventDraft api={api} listing={listing} />}
            <PageLink href={`${siteUrl}/listing/${id}`} />
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
