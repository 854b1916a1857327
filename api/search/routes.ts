import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { cleanText } from '#domain/clean-text.ts'
import { maxQueryLength } from '#domain/search.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { answerJson } from '../answers/answer-cached.ts'
import type { ReadHeavy } from '../database/replica.ts'
import { RequestError } from '../errors.ts'
import { createNetworkReader } from '../http/client-network.ts'
import { parseCity } from '../listings/paging.ts'
import { search } from './search.ts'

type Dependencies = { readHeavy: ReadHeavy; answers: AnswerCache; trustedProxies: string[] }

export function searchRoutes({ readHeavy, answers, trustedProxies }: Dependencies) {
  const networkOf = createNetworkReader(trustedProxies)
  const routes = new Hono<{ Bindings: HttpBindings }>()

  routes.get('/', async (c) => {
    const written = parseSearchText(c.req.queries('q') ?? [])
    const city = parseCity(c.req.queries('city') ?? [])
    const client = { network: networkOf(c.env.incoming), signal: c.req.raw.signal }
    return answerJson(c, answers, async () => {
      const shown = await search(readHeavy, { written, city, now: new Date(), client })
      // The language affects which words match.
      return { ...shown, headers: { Vary: 'Accept-Language' } }
    })
  })

  return routes
}

export function parseSearchText([written = '', ...more]: string[]): string {
  if (more.length > 0 || cleanText(written, 'one') === '')
    throw new RequestError(400, 'q must be given once and not be empty')
  if ([...written].length > maxQueryLength) {
    throw new RequestError(400, `q must be at most ${maxQueryLength} characters`)
  }
  return written
}
