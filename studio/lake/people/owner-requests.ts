import type { Connection } from '../connection.ts'
import { OperatorError } from '../errors.ts'
import type { Person } from './people.ts'
import { localEditor } from './roles.ts'

/** A new one-time link that opens the Studio of a running lake. */
export async function requestLink(connection: Connection): Promise<string> {
  return (await send<{ link: string }>(connection, 'POST', `/${localEditor.id}/link`)).link
}

/** Ends all sessions of the Studio, and all unused links and invitations. */
export const endSessions = (connection: Connection) => send(connection, 'DELETE', '/all/sessions')

export const listPeople = (connection: Connection) => send<Person[]>(connection, 'GET', '')

/** Returns the link of the invitation. Rejects with OperatorError for an unknown role. */
export async function invitePerson(connection: Connection, name: string, role: string): Promise<string> {
  return (await send<{ link: string }>(connection, 'POST', '', { name, role })).link
}

export async function inviteAgain(connection: Connection, { id }: Person): Promise<string> {
  return (await send<{ link: string }>(connection, 'POST', `/${id}/invitation`)).link
}

export const setRole = (connection: Connection, { id }: Person, role: string) =>
  send(connection, 'PUT', `/${id}/role`, { role })

export const removePerson = (connection: Connection, { id }: Person) => send(connection, 'DELETE', `/${id}`)

/** Rejects with OperatorError if the lake refuses, with its sentence. */
async function send<Body>({ port, token }: Connection, method: string, path: string, body?: unknown) {
  const answer = await fetch(`http://127.0.0.1:${port}/auth/people${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const content = (text === '' ? undefined : JSON.parse(text)) as Body & { message?: string }
  if (!answer.ok) throw new OperatorError(String(content?.message ?? answer.status))
  return content as Body
}
