import { CopyIcon } from '@sanity/icons/Copy'
import { Button, Card, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { useCopy } from '../components/use-copy.ts'

/** The link of a new invitation, which is shown once. */
export function InvitationLink({ name, link }: { name: string; link: string }) {
  const copy = useCopy('The invitation')
  return (
    <Card border padding={3} radius={2} role="status" tone="positive">
      <Stack gap={3}>
        <Text size={1}>
          Send this invitation to <bdi>{name}</bdi>. It works once and for 7 days, and is not shown again.
        </Text>
        <Flex gap={2}>
          <Stack flex={1}>
            <TextInput aria-label={`Invitation for ${name}`} readOnly value={link} />
          </Stack>
          <Button icon={CopyIcon} mode="ghost" text="Copy" onClick={() => void copy(link)} />
        </Flex>
      </Stack>
    </Card>
  )
}
