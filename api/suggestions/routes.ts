import type { HttpBindings } from '@hono/node-server'
import type { SanityClient } from '@sanity/client'
import { type Context, Hono } from 'hono'
import { cleanText } from '#domain/clean-text.ts'
import { readSuggestion, type TypedSuggestion } from '#domain/events/suggestion.ts'
import { linkTo, messages } from '#domain/language.ts'
import { extractSpamTrap, type SpamTrap } from '#domain/moderation/spam-trap.ts'
import type { SuggestView } from '#domain/pages/page-view.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Database, Transaction } from '../database/open.ts'
import { RequestError } from '../errors.ts'
import type { Calendar } from '../events/calendar.ts'
import { toEventId } from '../events/event-document.ts'
import { formType, readBody, readBodyType, withoutLanguage } from '../http/read-body.ts'
import { refuseForeignForm } from '../http/refuse.ts'
import { refuseSpam } from '../listings/refuse-spam.ts'
import { isRefusal, type Judge } from '../moderation/judge.ts'
import { everyone, type LimitName } from '../moderation/limit-queries.ts'
import { writeWithin } from '../moderation/write-within.ts'
import type { Network, NetworksOf } from '../moderation/networks.ts'
import { answerForm } from '../pages/form-errors.ts'
import type { Releases } from '../pages/routes.ts'
import type { Logger } from '../runtime/log.ts'
import { isInContent } from './content.ts'
import { wasSuggested } from './queries.ts'
import { createEventReader, type FormView, readingTakes } from './read.ts'
import { createSavingQueue, saveSuggestion } from './save.ts'

type Parts = {
  sql: Database
  networksOf: NetworksOf
  judge: Judge
  calendar: Calendar
  /** Writes and sees drafts. Absent without a token for that. */
  writer?: SanityClient | undefined
  renderPage: Releases['renderPage']
  logger: Logger
}
type Settings = { siteUrl: string; postsPerHour: number; allowsLoopback: boolean }
type Received = { typed: TypedSuggestion; trap: SpamTrap; networks: Network[] }

/** Requests per hour of one network. All networks together: five times as many. */
const perHour = 20
const ofAll = everyone.map(({ network }) => ({ network, times: 5 }))

export function suggestionRoutes(parts: Parts & Settings) {
  const { sql, networksOf, judge, calendar, writer, renderPage, siteUrl, postsPerHour } = parts
  const readEvents = createEventReader(parts)
  const saveInTurn = createSavingQueue(parts.logger)
  const routes = new Hono<{ Bindings: HttpBindings }>()

  function receive(c: Context): Received {
    if (readBodyType(c) !== formType) throw new RequestError(415, `send this as ${formType} in UTF-8`)
    refuseForeignForm(c, siteUrl, messages().suggest.foreign)
    const { trap, fields } = extractSpamTrap(withoutLanguage(readBody(c, formType)))
    return { typed: fields as TypedSuggestion, trap, networks: networksOf(c) }
  }

  /** Throws what the board’s filter says of a listing with this text. */
  async function check({ typed, trap, networks }: Received): Promise<void> {
    const { title = '', url = '', location, organizers, price, description, address } = typed
    const text = [description, organizers, location, price, address].filter(Boolean).join('\n')
    const post = { category: 'community', subcategory: 'events', location: 'SF', title, contact: url }
    const input = { ...post, description: text }
    const { decision } = await judge({ input, networks, mayRepeat: true, trap })
    if (isRefusal(decision)) await refuseSpam(sql, decision, { networks, perHour: postsPerHour })
  }

  /** Throws 429. */
  function within<Result>(limit: LimitName, own: Network[], write: (sql: Transaction) => Promise<Result>) {
    const rateLimit = { networks: [...own, ...ofAll], perHour }
    return writeWithin(sql, limit, rateLimit, messages().suggest.tooMany, write)
  }

  const show = (c: Context, view: FormView) =>
    answerForm(c, renderPage, { page: 'suggest', state: 'form', ...view })

  // Reads an address, or shows the form of a chosen event.
  routes.post('/read', async (c) => {
    const received = receive(c)
    const { chosen, ...typed } = received.typed as TypedSuggestion & { chosen?: string }
    if (chosen !== undefined) return show(c, { form: { typed, faults: {} } })
    const address = cleanText(typed.address ?? '', 'one')
    if (address === '') throw new RequestError(400, messages().suggest.faults.address)
    await check({ ...received, typed: { address } })
    await within('readings', received.networks, async () => {})
    // Longer than the listener allows a silent connection.
    c.env.incoming.socket.setTimeout(readingTakes + 10_000)
    const read = await readEvents(address)
    return typeof read === 'string' ? c.redirect(linkTo(read), 303) : show(c, read)
  })

  routes.post('/', async (c) => {
    const received = receive(c)
    const { suggestion, faults } = readSuggestion(received.typed, new Date())
    if (!suggestion) throw new RequestError(400, Object.values(faults).join('; '))
    if (!writer) throw new RequestError(503, messages().suggest.closed)
    await check(received)
    const address = cleanText(received.typed.address ?? '', 'one')
    const save = (transaction: Transaction) =>
      saveSuggestion(transaction, { calendar, writer }, suggestion, address)
    const path = await saveInTurn(() => within('suggestions', received.networks, save))
    return c.redirect(linkTo(path), 303)
  })
  return routes
}

/** What has become of a suggestion: `/events/suggest/{id}`, the link that its visitor keeps. */
export function suggestionPage({ sql, calendar, writer, renderPage, logger }: Parts) {
  /** `isKnown`: the visitor’s event was suggested before. */
  async function find(given: string, isKnown: boolean): Promise<Exclude<SuggestView, { state: 'form' }>> {
    // An editor's draft may have any id.
    const eventId = toEventId(given)
    const event = (await calendar.read()).find(eventId)
    if (event) return { state: 'shown', id: event.id, fate: 'taken', title: event.title }
    if (!(await wasSuggested(sql, eventId))) return { state: 'missing' }
    if (!writer) return { state: 'away' }
    const id = isUuid(given) ? eventId : given
    const fate = (await isInContent(writer, id)) ? (isKnown ? 'known' : 'waiting') : 'refused'
    return { state: 'shown', id, fate }
  }

  return new Hono().get('/events/suggest/:id', async (c) => {
    const view = await find(c.req.param('id'), c.req.query('known') !== undefined).catch((error: unknown) => {
      logger.warn({ error }, 'a suggestion could not be found')
      return { state: 'away' as const }
    })
    const status = ({ shown: 200, missing: 404, away: 503 } as const)[view.state]
    return answerForm(c, renderPage, { page: 'suggest', ...view }, { status, headers: {} })
  })
}
