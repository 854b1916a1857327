import { type Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { isUuid } from '#domain/uuid.ts'
import { answerPrepared, createAnswer, type PreparedAnswer, sizeOf } from '../answers/prepared-answer.ts'
import type { Database } from '../database/open.ts'
import type { SiteFacts } from '../discovery/site-files.ts'
import { requestErrors } from '../errors.ts'
import type { Calendar } from '../events/calendar.ts'
import { limitConcurrency } from '../http/limit-concurrency.ts'
import { findListing } from '../listings/queries.ts'
import { findPage, type Release } from '../publishing/releases/release.ts'
import { createSerialQueue } from '../runtime/serial-queue.ts'
import { cardPages, type Content, toCategoryCard, toEventCard, toListingCard, toPageCard } from './cards.ts'
import { type Card, drawCard } from './draw-card.ts'

type Dependencies = {
  sql: Database
  calendar: Calendar
  readRelease: () => Release
  readFacts: () => SiteFacts
}

/** Maximum bytes of all cached cards; each has about 20 KB. */
const maxBytes = 8 * 1024 * 1024

const headers = {
  'Content-Type': 'image/png',
  'Cache-Control': 'no-cache',
  // Other sites show the image in link previews.
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Open Graph images. */
export function cardRoutes({ sql, calendar, readRelease, readFacts }: Dependencies) {
  const routes = new Hono()
  // The key is the card's content, so entries are never stale.
  const kept = new LRUCache<string, PreparedAnswer>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  const limitDrawing = limitConcurrency({ milliseconds: 6_000, max: 100 })
  // One at a time: drawing uses a whole core.
  const draw = createSerialQueue(async (key) => {
    const answer = kept.get(key) ?? createAnswer(await drawCard(JSON.parse(key) as Card), headers)
    kept.set(key, answer)
    return answer
  })

  async function answerCard(c: Context, content: Content | undefined): Promise<Response> {
    if (content === undefined) throw requestErrors.unknownPath()
    const key = JSON.stringify({ site: readFacts().name, ...content } satisfies Card)
    return answerPrepared(c, kept.get(key) ?? (await limitDrawing(() => draw(key))))
  }

  /** `name`: the last part of the path, without `.png`. */
  function add(folder: string, find: (name: string, category: string) => Promise<Content | undefined>) {
    routes.get(`${folder}/:file{[^/]+\\.png}`, async (c) => {
      const { file = '', category = '' } = c.req.param() as Record<string, string>
      return answerCard(c, await find(file.slice(0, -'.png'.length), category))
    })
  }

  add('/card/event', async (id) => {
    const event = (await calendar.read()).find(id)
    return event && toEventCard(event)
  })
  add('/card/listing', async (id) => {
    const found = isUuid(id) ? await findListing(sql, id) : undefined
    return found?.expiredAt === null ? toListingCard(found.listing) : undefined
  })
  add('/card/category', async (category) => toCategoryCard(category))
  add('/card/category/:category', async (subcategory, category) => toCategoryCard(category, subcategory))
  for (const { name, file } of cardPages)
    routes.get(`/card/${name}.png`, (c) => {
      const html = findPage(readRelease(), file, 'en').identity.body.toString()
      return answerCard(c, toPageCard(html, file))
    })
  return routes
}
