import { Box, Flex, Stack, Text } from '@sanity/ui'
import { SmallButton } from '../components/SmallButton.tsx'
import { peopleApi, type Person, type Role, roleTitles } from './people-api.ts'
import { RoleSelect } from './RoleSelect.tsx'

type PersonRowProps = {
  person: Person
  /** One's own role and sessions are left to another administrator. */
  isSelf: boolean
  onInvited: (link: string) => void
  run: (act: () => Promise<unknown>) => void
}

export function PersonRow({ person, isSelf, onInvited, run }: PersonRowProps) {
  const { id, name, role, signInName, state } = person
  const confirmed = (question: string, act: () => Promise<unknown>) => {
    if (globalThis.confirm(question)) run(act)
  }
  return (
    <Flex align="center" gap={3} justify="space-between" wrap="wrap">
      <Stack gap={2}>
        <Text weight="semibold">
          <bdi>{name}</bdi>
        </Text>
        <Text muted size={1}>
          {signInName}
          {state === 'invited' && ' · invited'}
          {isSelf && ` · you, ${roleTitles[role]}`}
        </Text>
      </Stack>
      {!isSelf && (
        <Flex align="center" gap={2} wrap="wrap">
          <Box>
            <RoleSelect
              aria-label={`Role of ${name}`}
              fontSize={1}
              padding={2}
              value={role}
              onChange={({ currentTarget }) => {
                const chosen = currentTarget.value as Role
                confirmed(`Change the role of ${name} to ${roleTitles[chosen]}? This signs them out.`, () =>
                  peopleApi.setRole(id, chosen),
                )
              }}
            />
          </Box>
          <SmallButton
            aria-label={`New invitation for ${name}`}
            text="New invitation"
            onClick={() => run(async () => onInvited((await peopleApi.inviteAgain(id)).link))}
          />
          <SmallButton
            aria-label={`End the sessions of ${name}`}
            text="End sessions"
            onClick={() => run(() => peopleApi.endSessions(id))}
          />
          <SmallButton
            aria-label={`Remove ${name}`}
            text="Remove"
            tone="critical"
            onClick={() =>
              confirmed(`Remove ${name}? Their name stays in the history.`, () => peopleApi.remove(id))
            }
          />
        </Flex>
      )}
    </Flex>
  )
}
