import type { Connection } from '../connection.ts'

/** A new one-time link that opens the Studio of a running lake. */
export async function requestLink(connection: Connection): Promise<string> {
  const answer = await send(connection, 'POST', '/sessions/links')
  return ((await answer.json()) as { link: string }).link
}

/** Ends all sessions of the Studio, and all unused links. */
export async function endSessions(connection: Connection): Promise<void> {
  await send(connection, 'DELETE', '/sessions')
}

async function send({ port, token }: Connection, method: string, path: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}
