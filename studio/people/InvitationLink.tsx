import { CopyIcon } from '@sanity/icons/Copy'
import { Button, Flex, Stack, TextInput } from '@sanity/ui'
import { Label } from '../components/Label.tsx'
import { useCopy } from '../components/use-copy.ts'

export function InvitationLink({ name, link }: { name: string; link: string }) {
  const copy = useCopy('The invitation')
  return (
    <Stack gap={2}>
      <Label id="invitation" text={`Invitation for ${name}`} />
      <Flex gap={2} wrap="wrap">
        <Stack flex={1} style={{ minWidth: '12rem' }}>
          <TextInput
            id="invitation"
            readOnly
            value={link}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </Stack>
        <Button
          fontSize={2}
          icon={CopyIcon}
          text="Copy the link"
          tone="primary"
          onClick={() => void copy(link)}
        />
      </Flex>
    </Stack>
  )
}
