import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { answerCompressed } from '../answers/answer-cached.ts'
import { createAnswer, type PreparedAnswer } from '../answers/prepared-answer.ts'
import { readInlineHashes } from '../html/inline-hashes.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { type Description, describeApi } from './openapi.ts'
import { writePage } from './page.ts'

/** `/api`, and `/api/openapi.json`. Both are written once, at the first request. */
export function descriptionRoutes(siteUrl: string) {
  const routes = new Hono<{ Bindings: HttpBindings }>()
  const add = (path: string, write: (description: Description) => PreparedAnswer) => {
    let answer: PreparedAnswer | undefined
    routes.get(path, (c) => answerCompressed(c, (answer ??= write(describeApi(siteUrl)))))
  }
  add('/openapi.json', (description) =>
    createAnswer(Buffer.from(JSON.stringify(description)), {
      ...headers,
      'Content-Type': 'application/json',
    }),
  )
  add('/', (description) => {
    const html = writePage(description)
    return createAnswer(Buffer.from(html), {
      ...headers,
      'Content-Type': 'text/html; charset=UTF-8',
      'Content-Security-Policy': pagePolicy(readInlineHashes(html)),
    })
  })
  return routes
}

const headers = { 'Cache-Control': 'no-cache' }
