import { Button, Card, Flex, Stack, Text } from '@sanity/ui'
import type { DeskList } from '#domain/moderation/desk.ts'
import { reasonNames } from './describe.ts'
import { SmallButton } from '../components/SmallButton.tsx'

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
          <Button
            as="a"
            fontSize={1}
            href={`${siteUrl}/event/${event.id}`}
            mode="bleed"
            padding={2}
            rel="noreferrer"
            target="_blank"
            text="See the page"
          />
        </Flex>
      </Stack>
    </Card>
  )
}
