import { Hono } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import { messages } from '#domain/language.ts'
import {
  describeFaults,
  type ListingInput,
  listingInputSchema,
  type PostedListing,
} from '#domain/listings/listing.ts'
import { managePath } from '#domain/listings/manage-token.ts'
import { isUuid } from '#domain/uuid.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { answerJson } from '../answers/answer-kept.ts'
import { listingSource, listingSources } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { requestErrors, RequestError } from '../errors.ts'
import { createNetworkReader } from '../http/client-network.ts'
import { formType, readBody, readBodyType, withoutChoice } from '../http/read-body.ts'
import { refuseForeignForm, refuseMethod } from '../http/refuse.ts'
import { insertPost } from './manage-queries.ts'
import { manageRoutes } from './manage-routes.ts'
import { type PostSecrets, readPostSecrets } from './manage-token.ts'
import { parseCity, parseCursor, readListingPage } from './paging.ts'
import { setPostedFlash } from './posted-flash.ts'
import { findListing } from './queries.ts'

export type ListingSettings = {
  siteUrl: string
  postsPerHour: number
  editsPerHour: number
  trustedProxies: string[]
}

export function listingRoutes(sql: Database, answers: AnswerCache, settings: ListingSettings) {
  const networkOf = createNetworkReader(settings.trustedProxies)
  const routes = new Hono<{ Bindings: HttpBindings }>()

  /** Returns the stored listing for a repeated key. Throws 429, and 422 for a key with another text. */
  async function storePost(
    input: ListingInput,
    { manageToken, hashes }: PostSecrets,
    network: string,
  ): Promise<PostedListing> {
    const claim = { network, perHour: settings.postsPerHour }
    const { wait, listing } = await insertPost(sql, input, hashes, claim)
    if (wait > 0) throw requestErrors.tooMany(messages().answers.tooManyPosts, wait)
    if (!listing) throw new RequestError(422, 'this Idempotency-Key was already used for another listing')
    answers.change(listingSources(listing.id, listing.category))
    return { ...listing, manageToken }
  }

  routes.post('/', async (c) => {
    const type = readBodyType(c)
    const isForm = type === formType
    if (isForm) refuseForeignForm(c, settings.siteUrl, messages().answers.foreignPost)
    const body = readBody(c, type)
    const input = listingInputSchema.safeParse(isForm ? withoutChoice(body) : body)
    if (!input.success) throw new RequestError(400, describeFaults(input.error))

    const secrets = readPostSecrets(c, input.data)
    const listing = await storePost(input.data, secrets, networkOf(c.env.incoming))

    c.header('Cache-Control', 'no-store') // Either answer carries the token.
    if (isForm) {
      setPostedFlash(c, listing.id, settings.siteUrl)
      return c.redirect(managePath({ id: listing.id, token: listing.manageToken }), 303)
    }
    return c.json(listing, 201, { Location: `/api/listings/${listing.id}` })
  })
  routes.all('/', refuseMethod('POST'))

  routes.get('/category/:category/:subcategory?', async (c) => {
    const { category, subcategory } = c.req.param()
    refuseNul(category, subcategory)
    const before = parseCursor(c.req.queries('before') ?? [])
    const city = parseCity(c.req.queries('city') ?? [])
    const path = new URL(c.req.url).pathname // Still percent-encoded: it stands in a header.
    const find = async () => {
      const wanted = { category, subcategory, city }
      const { value, ...stale } = await readListingPage(sql, wanted, { path, before })
      const headers = value.next === undefined ? undefined : { Link: `<${value.next}>; rel="next"` }
      return { value: value.listings, ...stale, headers }
    }
    return answerJson(c, answers, find, { isRepeatable: true })
  })
  routes.all('/category/:category/:subcategory?', refuseMethod('GET'))

  routes.route('/', manageRoutes(sql, answers, { ...settings, networkOf }))
  routes.get('/:id', async (c) => {
    const { id } = c.req.param()
    if (!isUuid(id)) throw requestErrors.noListingId()
    const find = async () => {
      const found = await findListing(sql, id)
      if (!found) throw requestErrors.unknownListing()
      const { expiredAt, listing, until } = found
      if (expiredAt !== null) throw requestErrors.expiredListing(expiredAt)
      return { value: listing, sources: [listingSource(id)], until, headers: { Vary: 'Authorization' } }
    }
    return answerJson(c, answers, find, { isRepeatable: true })
  })
  routes.all('/:id', refuseMethod('GET', 'PATCH', 'DELETE'))

  return routes
}

/** Postgres refuses NUL in any text, and no category has one. */
function refuseNul(...parts: Array<string | undefined>): void {
  if (parts.some((part) => part?.includes('\0')))
    throw new RequestError(400, 'this address contains a NUL character')
}
