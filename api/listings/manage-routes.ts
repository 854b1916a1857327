import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { messages } from '#domain/language.ts'
import { describeFaults, listingInputSchema, type ManagedListing } from '#domain/listings/listing.ts'
import { isUuid } from '#domain/uuid.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { listingSources } from '../answers/sources.ts'
import type { Database, Transaction } from '../database/open.ts'
import { requestErrors, RequestError } from '../errors.ts'
import { formType, readBody, readBodyType, withoutChoice } from '../http/read-body.ts'
import { refuseForeignForm, refuseMethod } from '../http/refuse.ts'
import { claimOne, deleteAged, lockNetwork } from './limit-queries.ts'
import {
  deleteListing,
  findManagedListing,
  lockManagedListing,
  renewListing,
  updateListing,
} from './manage-queries.ts'
import { findBearer, parseToken, readBearer } from './manage-token.ts'
import { requireOwner } from './require-owner.ts'

type ManageSettings = {
  siteUrl: string
  editsPerHour: number
  networkOf: (request: HttpBindings['incoming']) => string
}
type Write = (sql: Transaction) => Promise<Changed>
type Changed = { listing: ManagedListing; category: string }
type ManageContext = Context<{ Bindings: HttpBindings }>

const privately = { 'Cache-Control': 'no-store', Vary: 'Authorization' }

/** Token in `Authorization: Bearer …`, or in the field `token` of our own forms without scripts. */
export function manageRoutes(
  sql: Database,
  answers: AnswerCache,
  { siteUrl, editsPerHour, networkOf }: ManageSettings,
) {
  const routes = new Hono<{ Bindings: HttpBindings }>()

  async function requireToken(c: ManageContext, token: string | undefined): Promise<string> {
    const id = readId(c)
    await requireOwner(sql, { id, token, network: networkOf(c.env.incoming) })
    return id
  }

  /** Throws 429 beyond the network's hourly limit; refused changes do not count. */
  async function change(c: ManageContext, write: Write): Promise<ManagedListing> {
    const network = networkOf(c.env.incoming)
    const { listing, category } = await sql.begin(async (transaction) => {
      await lockNetwork(transaction, 'edits', network)
      const seconds = await claimOne(transaction, 'edits', { network, perHour: editsPerHour })
      if (seconds > 0) throw requestErrors.tooMany(messages().answers.tooManyEdits, seconds)
      return write(transaction)
    })
    answers.change(listingSources(listing.id, listing.category, category))
    void deleteAged(sql, 'edits').catch(() => {}) // Housekeeping that nobody waits for.
    return listing
  }

  async function remove(id: string): Promise<void> {
    const category = await deleteListing(sql, id)
    if (category === undefined) throw requestErrors.unknownListing()
    answers.change(listingSources(id, category))
  }

  async function readForm(c: ManageContext) {
    if (!sendsForm(c)) throw new RequestError(415, `send this as ${formType} in UTF-8`)
    refuseForeignForm(c, siteUrl, messages().answers.foreignChange)
    const { token, confirm, ...fields } = withoutChoice(readBody(c, formType))
    const id = await requireToken(c, token === undefined ? undefined : parseToken(token))
    return { id, isConfirmed: confirm === 'on', fields }
  }

  routes.get('/:id', async (c, next) => {
    const token = findBearer(c)
    if (token === undefined) return next()
    const id = await requireToken(c, token)
    return c.json(found(await findManagedListing(sql, id)), 200, privately)
  })
  routes.patch('/:id', async (c) => {
    const id = await requireToken(c, readBearer(c))
    if (readBodyType(c) === formType) throw new RequestError(415, 'send the changes as application/json')
    const changes = readBody(c, 'application/json')
    return c.json(await change(c, (transaction) => editListing(transaction, id, changes)), 200, privately)
  })
  routes.delete('/:id', async (c) => {
    const id = await requireToken(c, readBearer(c))
    await remove(id)
    return c.body(null, 204, privately)
  })

  routes.post('/:id/renew', async (c) => {
    if (sendsForm(c)) {
      const { id } = await readForm(c)
      await change(c, (transaction) => renew(transaction, id))
      return c.redirect(`/listing/${id}`, 303)
    }
    const id = await requireToken(c, readBearer(c))
    return c.json(await change(c, (transaction) => renew(transaction, id)), 200, privately)
  })
  routes.post('/:id/edit', async (c) => {
    const { id, fields } = await readForm(c)
    await change(c, (transaction) => editListing(transaction, id, fields))
    return c.redirect(`/listing/${id}`, 303)
  })
  routes.post('/:id/delete', async (c) => {
    const { id, isConfirmed } = await readForm(c)
    if (!isConfirmed) throw new RequestError(400, messages().answers.tickToDelete)
    await remove(id)
    return c.redirect('/', 303)
  })
  for (const action of ['renew', 'edit', 'delete']) routes.all(`/:id/${action}`, refuseMethod('POST'))

  return routes
}

function readId(c: ManageContext): string {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw requestErrors.noListingId()
  return id
}

/** The API's renewal has no body, so it may come without a type. */
function sendsForm(c: ManageContext): boolean {
  return c.req.header('content-type') !== undefined && readBodyType(c) === formType
}

/** It may be removed after its token was checked. */
function found(listing: ManagedListing | undefined): ManagedListing {
  if (!listing) throw requestErrors.unknownListing()
  return listing
}

/** The result must be a valid post. Throws 400. */
async function editListing(sql: Transaction, id: string, changes: unknown): Promise<Changed> {
  const { id: _, createdAt: __, expiresAt: ___, ...present } = found(await lockManagedListing(sql, id))
  const isObject = typeof changes === 'object' && changes !== null && !Array.isArray(changes)
  const input = listingInputSchema.safeParse(isObject ? { ...present, ...changes } : changes)
  if (!input.success) throw new RequestError(400, describeFaults(input.error))
  return { listing: found(await updateListing(sql, id, input.data)), category: present.category }
}

async function renew(sql: Transaction, id: string): Promise<Changed> {
  const listing = found(await renewListing(sql, id))
  return { listing, category: listing.category }
}
