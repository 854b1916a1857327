import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Answer } from './peers/bare.ts'

/** Headers that each server sets itself. */
const own = ['connection', 'keep-alive', 'date']

/** Copies an answer without decompressing its body. */
export async function copyAnswer(
  base: string,
  path: string,
  headers: Record<string, string>,
): Promise<Answer> {
  const [response] = (await once(get(base + path, { headers }), 'response')) as [IncomingMessage]
  const kept = Object.entries(response.headers).filter(([name]) => !own.includes(name))
  return {
    path,
    headers: kept.flatMap(([name, value]) => [name, String(value)]),
    body: await buffer(response),
  }
}
