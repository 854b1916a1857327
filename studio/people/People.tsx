import { Button, Card, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { type SyntheticEvent, useState } from 'react'
import { useCurrentUser } from 'sanity'
import { Label } from '../components/Label.tsx'
import { Loading } from '../components/Loading.tsx'
import { Notice } from '../components/Notice.tsx'
import { useIsStarting } from '../components/use-is-starting.ts'
import { usePolled } from '../components/use-polled.ts'
import { InvitationLink } from './InvitationLink.tsx'
import { peopleApi, type Role } from './people-api.ts'
import { PersonRow } from './PersonRow.tsx'
import { RoleSelect } from './RoleSelect.tsx'

type Invited = { name: string; link: string }

/** For administrators: invites people, changes their roles, ends their sessions and removes them. */
export function People() {
  const isStarting = useIsStarting()
  const { value: people, fault, reload } = usePolled('people', peopleApi.list)
  const userId = useCurrentUser()?.id
  const [problem, setProblem] = useState<string>()
  const [invited, setInvited] = useState<Invited>()

  /** Whether it succeeded. */
  async function run(act: () => Promise<unknown>): Promise<boolean> {
    setProblem(undefined)
    try {
      await act()
      return true
    } catch (error) {
      setProblem((error as Error).message)
      return false
    } finally {
      reload()
    }
  }

  async function invite(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { name = '', role } = Object.fromEntries(new FormData(form)) as { name: string; role: Role }
    if (await run(async () => setInvited({ name, ...(await peopleApi.invite(name, role)) }))) form.reset()
  }

  if (isStarting || (!people && !fault)) return <Loading />
  return (
    <Stack gap={5} padding={4} style={{ maxWidth: '52rem' }}>
      <form onSubmit={(event) => void invite(event)}>
        <Flex align="flex-end" gap={3} wrap="wrap">
          <Stack flex={1} gap={2} style={{ minWidth: '12rem' }}>
            <Label id="person-name" text="Name" />
            <TextInput autoComplete="off" id="person-name" maxLength={100} name="name" />
          </Stack>
          <Stack gap={2}>
            <Label id="person-role" text="Role" />
            <RoleSelect defaultValue="editor" id="person-role" name="role" />
          </Stack>
          <Button text="Invite" tone="primary" type="submit" />
        </Flex>
      </form>
      {(problem ?? fault) && <Notice text={problem ?? fault?.message ?? ''} tone="critical" />}
      {invited && <InvitationLink {...invited} />}
      {people?.length === 0 && (
        <Text size={1}>
          Nobody yet. Whoever opens the Studio with a link of the server works as “Local editor”.
        </Text>
      )}
      <Stack as="ul" gap={3}>
        {people?.map((person) => (
          <Card as="li" border key={person.id} padding={3} radius={2}>
            <PersonRow
              isSelf={person.id === userId}
              person={person}
              onInvited={(link) => setInvited({ name: person.name, link })}
              run={(act) => void run(act)}
            />
          </Card>
        ))}
      </Stack>
    </Stack>
  )
}
