import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { messages } from '#domain/language.ts'
import {
  describeFaults,
  type ListingInput,
  listingInputSchema,
  type PostedListing,
} from '#domain/listings/listing.ts'
import { managePath } from '#domain/listings/manage-token.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { answerJson } from '../answers/answer-cached.ts'
import { listingSource, listingSources } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { requestErrors, RequestError } from '../errors.ts'
import { formType, readBody, readBodyType, withoutLanguage } from '../http/read-body.ts'
import { refuseForeignForm } from '../http/refuse.ts'
import { isRefusal, type Judge } from '../moderation/judge.ts'
import type { NetworksOf } from '../moderation/networks.ts'
import { extractSpamTrap, type SpamTrap } from '#domain/moderation/spam-trap.ts'
import { isWithheld } from '../moderation/state-queries.ts'
import { createBatcher } from '../runtime/batch.ts'
import { postJudged } from '../runtime/observe.ts'
import { insertPosts } from './manage-queries.ts'
import { manageRoutes } from './manage-routes.ts'
import { readPostSecrets } from './manage-token.ts'
import { parseCity, parseCursor, readListingPage } from './paging.ts'
import { revealContact } from './reveal-contact.ts'
import { setOwnerFlash } from './owner-flash.ts'
import { findListing } from './queries.ts'
import { readListingId } from './require-owner.ts'
import { refuseSpam } from './refuse-spam.ts'

export type ListingSettings = {
  siteUrl: string
  postsPerHour: number
  /** Beyond this number of posts of all networks, those of unknown networks are held. */
  totalPostsPerHour: number
  editsPerHour: number
  reportsToHide: number
  /** Hours until a doubtful listing is shown without a review. */
  holdHours: number
  /** `reveal`: a contact is shown only on request. */
  contacts: 'open' | 'reveal'
  contactsPerHour: number
  trustedProxies: string[]
}

export type ListingParts = ListingSettings & {
  sql: Database
  answers: AnswerCache
  networksOf: NetworksOf
  judge: Judge
}

export function listingRoutes(parts: ListingParts) {
  const { sql, answers, networksOf, judge, ...settings } = parts
  const insertPost = createBatcher((posts: Parameters<typeof insertPosts>[1]) => insertPosts(sql, posts))
  const routes = new Hono<{ Bindings: HttpBindings }>()

  /** Returns the stored listing for a repeated key. Throws 429, 400 for an invalid key, and 422 for spam or a key used with another text. */
  async function storePost(c: Context, input: ListingInput, trap: SpamTrap): Promise<PostedListing> {
    const { manageToken, hashes } = readPostSecrets(c, input)
    const networks = networksOf(c)
    const limit = { networks, perHour: settings.postsPerHour }
    const { decision, trace } = await judge({ input, networks, key: hashes.key, trap })
    if (isRefusal(decision)) {
      postJudged.publish({ outcome: 'refused' })
      return refuseSpam(sql, decision, limit)
    }
    const rateLimit = { ...limit, perHourOfAll: settings.totalPostsPerHour }
    const holdHours = decision === 'wait' ? null : settings.holdHours
    const judged = { trace, isSuspicious: decision !== 'show', holdHours }
    const { wait, isFull, listing } = await insertPost({ input, hashes, rateLimit, judged })
    if (wait > 0) {
      postJudged.publish({ outcome: 'limited' })
      const { boardIsFull, tooManyPosts } = messages().answers
      throw requestErrors.tooMany(isFull ? boardIsFull : tooManyPosts, wait)
    }
    if (!listing) throw new RequestError(422, 'this Idempotency-Key was already used for another listing')
    postJudged.publish({ outcome: listing.withheld ? 'held' : 'shown' })
    if (!listing.withheld) answers.invalidate(listingSources(listing.id, listing))
    return { ...listing, manageToken }
  }

  routes.post('/', async (c) => {
    const type = readBodyType(c)
    const isForm = type === formType
    if (isForm) refuseForeignForm(c, settings.siteUrl, messages().answers.foreignPost)
    const body = readBody(c, type)
    const { trap, fields } = extractSpamTrap(isForm ? withoutLanguage(body) : body, c.req.header())
    const input = listingInputSchema.safeParse(fields)
    if (!input.success) throw new RequestError(400, describeFaults(input.error))

    const listing = await storePost(c, input.data, trap)

    c.header('Cache-Control', 'no-store') // Both answers contain the token.
    if (isForm) {
      const { siteUrl } = settings
      setOwnerFlash(c, listing.id, { did: 'posted', token: listing.manageToken, siteUrl })
      return c.redirect(managePath({ id: listing.id, token: listing.manageToken }), 303)
    }
    return c.json(listing, 201, { Location: `/api/listings/${listing.id}` })
  })

  routes.get('/category/:category/:subcategory?', async (c) => {
    const { category, subcategory } = c.req.param()
    // Postgres refuses it in text.
    if (`${category}${subcategory}`.includes('\0'))
      throw new RequestError(400, 'this address contains a NUL character')
    const before = parseCursor(c.req.queries('before') ?? [])
    const city = parseCity(c.req.queries('city') ?? [])
    const path = new URL(c.req.url).pathname // Still percent-encoded, for the Link header.
    const find = async () => {
      const wanted = { category, subcategory, city }
      const { value, ...stale } = await readListingPage(sql, wanted, { path, before })
      const headers = value.next === undefined ? undefined : { Link: `<${value.next}>; rel="next"` }
      return { value: value.listings, ...stale, headers }
    }
    return answerJson(c, answers, find, { isRepeatable: true })
  })

  routes.route('/', manageRoutes(parts))
  routes.get('/:id', async (c) => {
    const id = readListingId(c)
    const find = async () => {
      const found = await findListing(sql, id)
      if (!found && (await isWithheld(sql, id))) throw requestErrors.withheldListing()
      if (!found) throw requestErrors.unknownListing()
      const { expiredAt, listing, until } = found
      if (expiredAt !== null) throw requestErrors.expiredListing(expiredAt)
      const value = settings.contacts === 'open' ? listing : { ...listing, contact: null }
      return { value, sources: [listingSource(id)], until, headers: { Vary: 'Authorization' } }
    }
    return answerJson(c, answers, find, { isRepeatable: true })
  })

  routes.post('/:id/contact', async (c) => {
    const id = readListingId(c)
    const rateLimit = { networks: networksOf(c), perHour: settings.contactsPerHour }
    const contact = await revealContact(sql, id, rateLimit)
    return c.json({ contact }, 200, { 'Cache-Control': 'no-store' })
  })

  return routes
}
