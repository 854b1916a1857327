import { parseArgs } from 'node:util'
import { formatError, log, OperatorError } from './errors.ts'
import { inviteAgain, invitePerson, listPeople, removePerson, setRole } from './people/owner-requests.ts'
import type { Person } from './people/people.ts'
import { roles } from './people/roles.ts'
import { findRunningLake } from './people/running-lake.ts'

const usage = `People who work in the Studio. Roles: ${roles.join(', ')}.

  npm run editors -- list
  npm run editors -- add "Ana" --role organiser   prints an invitation
  npm run editors -- invite ana                   prints a new invitation, for a lost device or password
  npm run editors -- role ana --role editor
  npm run editors -- remove ana

“ana” is the sign-in name that the list shows. An invitation works once, and for 7 days.`

try {
  await run()
} catch (error) {
  log(formatError(error))
  process.exitCode = 1
}

async function run(): Promise<void> {
  const { command, name, role } = readArguments()
  const connection = findRunningLake()
  const people = await listPeople(connection)
  if (command === 'list') return print(people.map(describe).join('\n') || 'Nobody yet.')
  if (command === 'add') return print(await invitePerson(connection, name, role))
  const person = people.find(({ signInName }) => signInName === name)
  if (!person)
    throw new OperatorError(`Nobody has the sign-in name “${name}”: see \`npm run editors -- list\``)
  if (command === 'invite') return print(await inviteAgain(connection, person))
  if (command === 'role') await setRole(connection, person, role)
  else await removePerson(connection, person)
}

function readArguments() {
  const commands = ['list', 'add', 'invite', 'role', 'remove']
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { role: { type: 'string' } },
    })
    const [command = '', name = ''] = positionals
    const needsRole = command === 'add' || command === 'role'
    const isWhole =
      positionals.length === (command === 'list' ? 1 : 2) && needsRole === (values.role !== undefined)
    if (commands.includes(command) && isWhole) return { command, name, role: values.role ?? '' }
  } catch {}
  throw new OperatorError(usage)
}

function describe({ signInName, name, role, state }: Person): string {
  return `${signInName.padEnd(20)} ${role.padEnd(14)} ${name}${state === 'invited' ? ' (invited)' : ''}`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
