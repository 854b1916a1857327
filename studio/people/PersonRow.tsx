import { Box, Flex, Stack, Text } from '@sanity/ui'
import { capitalize } from '../components/capitalize.ts'
import { Notice } from '../components/Notice.tsx'
import { SmallButton } from '../components/SmallButton.tsx'
import { nextStep, peopleApi, type Person, type Role } from './people-api.ts'
import { RoleSelect } from './RoleSelect.tsx'

type PersonRowProps = {
  person: Person
  /** One's own role and sessions are left to another administrator. */
  isSelf: boolean
  problem: string | undefined
  onInvited: (link: string) => void
  /** `done` says what has happened. */
  run: (act: () => Promise<unknown>, done: string) => void
}

export function PersonRow({ person, isSelf, problem, onInvited, run }: PersonRowProps) {
  const { id, name, role, signInName, state } = person
  const confirmed = (question: string, ...step: Parameters<typeof run>) => {
    if (globalThis.confirm(question)) run(...step)
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
          {isSelf && ` · you, ${capitalize(role)}`}
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
                confirmed(
                  `Change the role of ${name} to ${capitalize(chosen)}? This signs them out.`,
                  () => peopleApi.setRole(id, chosen),
                  `${name}’s role is ${capitalize(chosen)} now.`,
                )
              }}
            />
          </Box>
          <SmallButton
            aria-label={`New invitation for ${name}`}
            text="New invitation"
            onClick={() =>
              run(
                async () => onInvited((await peopleApi.inviteAgain(id)).link),
                `${name} has a new invitation. ${nextStep}`,
              )
            }
          />
          <SmallButton
            aria-label={`End the sessions of ${name}`}
            text="End sessions"
            onClick={() => run(() => peopleApi.endSessions(id), `${name}’s sessions have ended.`)}
          />
          <SmallButton
            aria-label={`Remove ${name}`}
            text="Remove"
            tone="critical"
            onClick={() =>
              confirmed(
                `Remove ${name}? Their name stays in the history.`,
                () => peopleApi.remove(id),
                `${name} has been removed.`,
              )
            }
          />
        </Flex>
      )}
      {problem !== undefined && (
        <Notice flex={1} style={{ minWidth: '100%' }} text={problem} tone="critical" />
      )}
    </Flex>
  )
}
