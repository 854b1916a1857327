import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { answerCompressed } from '../answers/answer-cached.ts'
import { createAnswer, type PreparedAnswer } from '../answers/prepared-answer.ts'
import { refuseMethod } from '../http/refuse.ts'
import { readInlineHashes } from '../html/inline-hashes.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { describeApi } from './openapi.ts'
import { writePage } from './page.ts'

/** `/api`, and `/api/openapi.json`. Both are written once, at the first request. */
export function descriptionRoutes(siteUrl: string) {
  const routes = new Hono<{ Bindings: HttpBindings }>()
  let json: PreparedAnswer | undefined
  let page: PreparedAnswer | undefined

  routes.get('/openapi.json', (c) => {
    json ??= createAnswer(Buffer.from(JSON.stringify(describeApi(siteUrl))), {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache',
    })
    return answerCompressed(c, json)
  })
  routes.all('/openapi.json', refuseMethod('GET'))

  routes.get('/', (c) => {
    page ??= createPage(writePage(describeApi(siteUrl)))
    return answerCompressed(c, page)
  })
  routes.all('/', refuseMethod('GET'))

  return routes
}

function createPage(html: string): PreparedAnswer {
  return createAnswer(Buffer.from(html), {
    'Content-Type': 'text/html; charset=UTF-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': pagePolicy(readInlineHashes(html)),
  })
}
