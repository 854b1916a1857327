import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { currentLanguage } from '#domain/language.ts'
import type { AnswerCache, Made } from './answer-cache.ts'
import { keyFor } from './answer-key.ts'
import { chooseEncoding } from './choose-encoding.ts'
import { answerPrepared, compressFor, createAnswer, type PreparedAnswer } from './prepared-answer.ts'
import type { Shown } from './sources.ts'

export async function answerKept(
  c: Context<{ Bindings: HttpBindings }>,
  answers: AnswerCache,
  make: () => Promise<Made>,
): Promise<Response> {
  const language = currentLanguage()
  const request = {
    key: keyFor(c.env.incoming.url ?? '', language),
    language,
    encoding: chooseEncoding(c.req.header('Accept-Encoding')),
    signal: c.req.raw.signal,
  }
  return answerPrepared(c, await answers.take(request, make))
}

export async function answerOnce(c: Context, answer: PreparedAnswer): Promise<Response> {
  await compressFor(answer, chooseEncoding(c.req.header('Accept-Encoding')))
  return answerPrepared(c, answer)
}

export function answerJson(
  c: Context<{ Bindings: HttpBindings }>,
  answers: AnswerCache,
  find: () => Promise<Shown<unknown> & { headers?: Record<string, string> | undefined }>,
): Promise<Response> {
  return answerKept(c, answers, async () => {
    const { value, sources, until, headers } = await find()
    const body = Buffer.from(JSON.stringify(value))
    return { answer: createAnswer(body, { ...jsonHeaders, ...headers }), sources, until }
  })
}

const jsonHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }
