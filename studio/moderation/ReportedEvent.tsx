import { Card, Flex, Stack, Text } from '@sanity/ui'
import type { DeskList } from '#domain/moderation/desk.ts'
import { PageLink } from '../components/PageLink.tsx'
import { SmallButton } from '../components/SmallButton.tsx'
import { reasonNames } from './describe.ts'

type ReportedEventProps = { event: DeskList['events'][number]; siteUrl: string; onKeep: () => void }

export function ReportedEvent({ event, siteUrl, onKeep }: ReportedEventProps) {
  return (
    <Card as="li" borderBottom padding={3}>
      <Stack gap={3}>
        <Text size={1} weight="semibold">
          Event: {event.title}
        </Text>
        {event.reports.map(({ reason, text, reportedAt }) => (
          <Text key={reportedAt} muted size={1}>
            {reasonNames[reason]} {text}
          </Text>
        ))}
        <Flex gap={2}>
          <SmallButton text="Nothing is wrong with it" onClick={onKeep} />
          <PageLink href={`${siteUrl}/event/${event.id}`} />
        </Flex>
      </Stack>
    </Card>
  )
}
