import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { currentLanguage } from '#domain/language.ts'
import type { AnswerCache, FreshAnswer } from './answer-cache.ts'
import { keyFor } from './answer-key.ts'
import { chooseEncoding } from './choose-encoding.ts'
import { answerPrepared, compressFor, createAnswer, type PreparedAnswer } from './prepared-answer.ts'
import type { Cacheable } from './sources.ts'

export async function answerCached(
  c: Context<{ Bindings: HttpBindings }>,
  answers: AnswerCache,
  make: () => Promise<FreshAnswer>,
): Promise<Response> {
  const language = currentLanguage()
  const request = {
    key: keyFor(c.env.incoming.url ?? '', language),
    language,
    encoding: chooseEncoding(c.req.header('Accept-Encoding')),
    signal: c.req.raw.signal,
  }
  return answerPrepared(c, await answers.getOrCreate(request, make))
}

export async function answerCompressed(c: Context, answer: PreparedAnswer): Promise<Response> {
  await compressFor(answer, chooseEncoding(c.req.header('Accept-Encoding')))
  return answerPrepared(c, answer)
}

/** `isRepeatable`: `find` depends only on the key, so the answer may be renewed after a change. */
export function answerJson(
  c: Context<{ Bindings: HttpBindings }>,
  answers: AnswerCache,
  find: () => Promise<Cacheable<unknown> & { headers?: Record<string, string> | undefined }>,
  { isRepeatable = false } = {},
): Promise<Response> {
  const make = async (): Promise<FreshAnswer> => {
    const { value, sources, until, headers } = await find()
    const isLong = Array.isArray(value) && value.length > partLength
    const body = isLong ? await stringifyInParts(value) : Buffer.from(JSON.stringify(value))
    return {
      answer: createAnswer(body, { ...jsonHeaders, ...headers }),
      sources,
      until,
      ...(isRepeatable && { renew: make }),
    }
  }
  return answerCached(c, answers, make)
}

/** Yields to the event loop between parts: 20,000 events at once would block it for 50 ms. */
async function stringifyInParts(values: readonly unknown[]): Promise<Buffer<ArrayBuffer>> {
  const parts = [Buffer.from('[')]
  for (let start = 0; start < values.length; start += partLength) {
    if (start > 0) await nextTurn()
    const part = JSON.stringify(values.slice(start, start + partLength)).slice(1, -1)
    parts.push(Buffer.from(start > 0 ? `,${part}` : part))
  }
  return Buffer.concat([...parts, Buffer.from(']')])
}

const partLength = 500
const jsonHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }
