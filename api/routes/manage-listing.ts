import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { describeFaults, listingInputSchema, type OwnListing } from '#domain/listing.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Database } from '../database/open.ts'
import { requestErrors, RequestError } from '../errors.ts'
import { parseToken, readBearer } from '../http/manage-token.ts'
import { formType, readBody, readBodyType, refuseLargeBody } from '../http/read-body.ts'
import { refuseForeignForm } from '../http/refuse-foreign-form.ts'
import { refuseMethod } from '../http/refuse-method.ts'
import { requireOwner } from '../http/require-owner.ts'
import {
  deleteListing,
  findOwnListing,
  lockOwnListing,
  renewListing,
  updateListing,
} from '../queries/own-listings.ts'

type ManageSettings = { siteUrl: string; networkOf: (request: HttpBindings['incoming']) => string }
type ManageContext = Context<{ Bindings: HttpBindings }>

/** What is never kept by anybody on the way, and told to the token's holder alone. */
const privately = { 'Cache-Control': 'no-store', Vary: 'Authorization' }

/**
 * `/api/listings/{id}` for whoever has the listing's token, in `Authorization: Bearer …`; and the same as forms of our
 * own pages, with the token in the field `token`, for a browser without scripts.
 */
export function manageRoutes(sql: Database, { siteUrl, networkOf }: ManageSettings) {
  const routes = new Hono<{ Bindings: HttpBindings }>()

  async function requireToken(c: ManageContext, token: string | undefined): Promise<string> {
    const id = readId(c)
    await requireOwner(sql, { id, token, network: networkOf(c.env.incoming) })
    return id
  }

  /** The listing of a form whose token is right, and the form's other fields. */
  async function readForm(c: ManageContext) {
    if (!sendsForm(c)) throw new RequestError(415, `send this as ${formType} in UTF-8`)
    refuseForeignForm(c, siteUrl, 'changed')
    const { token, ...fields } = (await readBody(c, formType)) as Record<string, string>
    const id = await requireToken(c, token === undefined ? undefined : parseToken(token))
    return { id, fields }
  }

  routes.get('/:id', async (c, next) => {
    const token = readBearer(c)
    if (token === undefined) return next()
    const id = await requireToken(c, token)
    return c.json(found(await findOwnListing(sql, id)), 200, privately)
  })
  routes.patch('/:id', refuseLargeBody, async (c) => {
    const id = await requireToken(c, readBearer(c))
    if (readBodyType(c) === formType) throw new RequestError(415, 'send the changes as application/json')
    return c.json(await editListing(sql, id, await readBody(c, 'application/json')), 200, privately)
  })
  routes.delete('/:id', async (c) => {
    const id = await requireToken(c, readBearer(c))
    if (!(await deleteListing(sql, id))) throw requestErrors.unknownListing()
    return c.body(null, 204, privately)
  })

  routes.post('/:id/renew', refuseLargeBody, async (c) => {
    if (sendsForm(c)) {
      const { id } = await readForm(c)
      await renew(sql, id)
      return c.redirect(`/listing/${id}`, 303)
    }
    const id = await requireToken(c, readBearer(c))
    return c.json(await renew(sql, id), 200, privately)
  })
  routes.post('/:id/edit', refuseLargeBody, async (c) => {
    const { id, fields } = await readForm(c)
    await editListing(sql, id, fields)
    return c.redirect(`/listing/${id}`, 303)
  })
  routes.post('/:id/delete', refuseLargeBody, async (c) => {
    const { id } = await readForm(c)
    if (!(await deleteListing(sql, id))) throw requestErrors.unknownListing()
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

/** Between the look at its token and the change a listing may have been removed. */
function found(listing: OwnListing | undefined): OwnListing {
  if (!listing) throw requestErrors.unknownListing()
  return listing
}

/** Any of the fields; the others stay. The whole is what a post would have to be. Throws 400 for faults. */
async function editListing(sql: Database, id: string, changes: unknown): Promise<OwnListing> {
  return sql.begin(async (transaction) => {
    const { id: _, createdAt: __, expiresAt: ___, ...present } = found(await lockOwnListing(transaction, id))
    const isObject = typeof changes === 'object' && changes !== null && !Array.isArray(changes)
    const input = listingInputSchema.safeParse(isObject ? { ...present, ...changes } : changes)
    if (!input.success) throw new RequestError(400, describeFaults(input.error))
    return found(await updateListing(transaction, id, input.data))
  })
}

async function renew(sql: Database, id: string): Promise<OwnListing> {
  const { category } = found(await findOwnListing(sql, id))
  return found(await renewListing(sql, { id, category }))
}
