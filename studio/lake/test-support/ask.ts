import type { TestLake } from './start-lake.ts'

type Fault = { type: string; description: string }
type Body = { error?: Fault & { items?: { index?: number; error: Fault }[] }; [field: string]: unknown }
export type Answer = { status: number; text: string; body: Body }

/** A request as a program with the write token sends it; `body` goes as JSON, a string as it is. */
export function ask(lake: TestLake, method: string, path: string, body?: unknown): Promise<Answer> {
  return send(lake, method, path, body, { Authorization: `Bearer ${lake.token}` })
}

/** The same without the token. */
export function askAnonymously(
  lake: TestLake,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return send(lake, method, path, body, {})
}

async function send(
  lake: TestLake,
  method: string,
  path: string,
  body: unknown,
  authorization: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(`${lake.origin}/v2025-02-19${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...authorization },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return { status: response.status, text, body: isJson ? (JSON.parse(text) as Body) : {} }
}

/** The status and what the lake says of a request that it refuses. */
export function refusalOf({ status, body: { error } }: Answer): [number, string | undefined] {
  return [status, error?.items?.[0]?.error.description ?? error?.description]
}
