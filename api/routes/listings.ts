import { Hono } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import { describeFaults, listingInputSchema } from '#domain/listing.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Database } from '../database/open.ts'
import { requestErrors, RequestError } from '../errors.ts'
import { createNetworkReader } from '../http/client-network.ts'
import { parseCity } from '../http/parse-city.ts'
import { parseCursor } from '../http/listing-cursor.ts'
import { readListingPage } from '../http/listing-page.ts'
import { readBody, readBodyType, refuseLargeBody } from '../http/read-body.ts'
import { refuseForeignForm } from '../http/refuse-foreign-form.ts'
import { refuseMethod } from '../http/refuse-method.ts'
import { claimPost, deleteAgedPosts } from '../queries/accepted-posts.ts'
import { findListing, insertListing } from '../queries/listings.ts'

export type ListingSettings = { siteUrl: string; postsPerHour: number; trustedProxies: string[] }

/** `/api/listings`: post one, list a category or subcategory, read one (spec, section 7). */
export function listingRoutes(sql: Database, settings: ListingSettings) {
  const networkOf = createNetworkReader(settings.trustedProxies)
  const routes = new Hono<{ Bindings: HttpBindings }>()

  routes.post('/', refuseLargeBody, async (c) => {
    const type = readBodyType(c)
    const isForm = type === 'application/x-www-form-urlencoded'
    if (isForm) refuseForeignForm(c, settings.siteUrl)
    const input = listingInputSchema.safeParse(await readBody(c, type))
    if (!input.success) throw new RequestError(400, describeFaults(input.error))

    const claim = { network: networkOf(c.env.incoming), perHour: settings.postsPerHour }
    const listing = await sql.begin(async (transaction) => {
      const seconds = await claimPost(transaction, claim)
      if (seconds > 0) throw tooManyPosts(seconds)
      return insertListing(transaction, input.data)
    })
    void deleteAgedPosts(sql).catch(() => {}) // Housekeeping that no visitor waits for; the next post does it too.

    if (isForm) return c.redirect(`/listing/${listing.id}`, 303)
    return c.json(listing, 201, { Location: `/api/listings/${listing.id}` })
  })
  routes.all('/', refuseMethod('POST'))

  routes.get('/category/:category/:subcategory?', async (c) => {
    const { category, subcategory } = c.req.param()
    refuseNul(category, subcategory)
    const before = parseCursor(c.req.queries('before') ?? [])
    const city = parseCity(c.req.queries('city') ?? [])
    const path = new URL(c.req.url).pathname // Still percent-encoded: it stands in a header.
    const { json, next } = await readListingPage(sql, { category, subcategory, city }, { path, before })
    if (next !== undefined) c.header('Link', `<${next}>; rel="next"`)
    return c.body(json, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' })
  })
  routes.all('/category/:category/:subcategory?', refuseMethod('GET'))

  routes.get('/:id', async (c) => {
    const { id } = c.req.param()
    if (!isUuid(id)) throw new RequestError(400, 'this is no listing’s id')
    const listing = await findListing(sql, id)
    if (!listing) throw requestErrors.unknownListing()
    return c.json(listing, 200, { 'Cache-Control': 'no-cache' })
  })
  routes.all('/:id', refuseMethod('GET'))

  return routes
}

function tooManyPosts(seconds: number): RequestError {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new RequestError(429, `you have posted many listings within the hour, try again in ${wait}`, {
    'Retry-After': String(seconds),
  })
}

/** Postgres refuses NUL in any text, and no category has one. */
function refuseNul(...parts: Array<string | undefined>): void {
  if (parts.some((part) => part?.includes('\0'))) throw new RequestError(400, 'this address has a NUL in it')
}
