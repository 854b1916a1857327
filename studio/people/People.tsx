import { Button, Card, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { type SyntheticEvent, useState } from 'react'
import { useCurrentUser } from 'sanity'
import { Label } from '../components/Label.tsx'
import { Loading } from '../components/Loading.tsx'
import { Notice } from '../components/Notice.tsx'
import { usePolled } from '../components/use-polled.ts'
import { InvitationLink } from './InvitationLink.tsx'
import { LastBackup } from './LastBackup.tsx'
import { nextStep, peopleApi, type Person, type Role } from './people-api.ts'
import { PersonRow } from './PersonRow.tsx'
import { RoleSelect } from './RoleSelect.tsx'

export function People() {
  const { value: people, fault, reload } = usePolled('people', peopleApi.list)
  const userId = useCurrentUser()?.id
  const [done, setDone] = useState<string>()
  const [problem, setProblem] = useState<{ text: string; id?: string | undefined }>()
  const [invited, setInvited] = useState<{ person: Person; link: string }>()

  /** Whether it succeeded. `id`: the person whom it concerns. */
  async function run(act: () => Promise<unknown>, sentence: string, id?: string): Promise<boolean> {
    setDone(undefined)
    setProblem(undefined)
    try {
      await act()
      setDone(sentence)
      return true
    } catch (error) {
      setProblem({ text: (error as Error).message, id })
      return false
    } finally {
      reload()
    }
  }

  async function invite(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { name = '', role } = Object.fromEntries(new FormData(form)) as { name: string; role: Role }
    const sentence = `${name} is invited. ${nextStep}`
    if (await run(async () => setInvited(await peopleApi.invite(name, role)), sentence)) form.reset()
  }

  if (!people && !fault) return <Loading />
  const isListed = (id: string | undefined) => people?.some((person) => person.id === id) ?? false
  const invitation = isListed(invited?.person.id) ? invited : undefined
  const hasOutcome = done !== undefined || invitation !== undefined
  const general = problem && !isListed(problem.id) ? problem.text : fault?.message
  return (
    <Stack gap={5} padding={4} style={{ maxWidth: '52rem' }}>
      <Stack gap={3}>
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
            <Button fontSize={2} text="Invite" tone="primary" type="submit" />
          </Flex>
        </form>
        {general !== undefined && <Notice text={general} tone="critical" />}
        <Card
          border={hasOutcome}
          padding={hasOutcome ? 3 : 0}
          radius={2}
          tone={hasOutcome ? 'positive' : 'inherit'}
        >
          <Stack gap={4}>
            <Text role="status" size={1}>
              {done}
            </Text>
            {invitation && <InvitationLink link={invitation.link} name={invitation.person.name} />}
          </Stack>
        </Card>
      </Stack>
      {people?.length === 0 && (
        <Notice text="Nobody yet. Invite yourself first: enter your name, choose Administrator, and open the link that you get. Until somebody has joined, whoever opens the Studio with a link of the server works as “Local editor”." />
      )}
      <Stack as="ul" gap={3}>
        {people?.map((person) => (
          <Card as="li" border key={person.id} padding={3} radius={2}>
            <PersonRow
              isSelf={person.id === userId}
              person={person}
              problem={problem?.id === person.id ? problem.text : undefined}
              onInvited={(link) => setInvited({ person, link })}
              run={(act, sentence) => void run(act, sentence, person.id)}
            />
          </Card>
        ))}
      </Stack>
      <LastBackup />
    </Stack>
  )
}
