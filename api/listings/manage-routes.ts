import { type Context, Hono } from 'hono'
import { fill, linkTo, messages } from '#domain/language.ts'
import { describeFaults, listingInputSchema, type ManagedListing } from '#domain/listings/listing.ts'
import { disputeSchema } from '#domain/moderation/desk.ts'
import { maxDispute } from '#domain/moderation/reasons.ts'
import type { OwnerFlash } from '#domain/pages/page-view.ts'
import { listingSources } from '../answers/sources.ts'
import type { Transaction } from '../database/open.ts'
import { RequestError } from '../errors.ts'
import { formType, readBody, readBodyType, withoutLanguage } from '../http/read-body.ts'
import { refuseForeignForm } from '../http/refuse.ts'
import { deleteLessonsOfOwner } from '../moderation/filter/lesson-queries.ts'
import { deleteTrace, replaceTrace } from '../moderation/filter/trace-queries.ts'
import { type Decision, isRefusal } from '../moderation/judge.ts'
import { writeWithin } from '../moderation/write-within.ts'
import { addToLog } from '../moderation/log-queries.ts'
import { deleteReports } from '../moderation/report-queries.ts'
import { extractSpamTrap } from '#domain/moderation/spam-trap.ts'
import { disputeWithheld, type Withholding, withholdListing } from '../moderation/state-queries.ts'
import { deleteListing, renewListing, updateListing } from './manage-queries.ts'
import { findBearer, parseToken, readBearer } from './manage-token.ts'
import { setOwnerFlash } from './owner-flash.ts'
import type { ListingParts } from './routes.ts'
import { refuseSpam } from './refuse-spam.ts'
import { findManagedListing, orThrow404, readListingId, requireOwner } from './require-owner.ts'

type Changed = { listing: ManagedListing; category: string }

const privateHeaders = { 'Cache-Control': 'no-store', Vary: 'Authorization' }

/** Token in `Authorization: Bearer …`, or in the field `token` of our own forms without scripts. */
export function manageRoutes(parts: ListingParts) {
  const { sql, answers, networksOf, judge, siteUrl, editsPerHour, holdHours } = parts
  const routes = new Hono()

  async function requireToken(c: Context, token: string | undefined): Promise<string> {
    const id = readListingId(c)
    await requireOwner(sql, { id, token, networks: networksOf(c) })
    return id
  }

  /** Throws 429 beyond the network's hourly limit; refused changes do not count. */
  async function change(c: Context, write: (sql: Transaction) => Promise<Changed>) {
    const rateLimit = { networks: networksOf(c), perHour: editsPerHour }
    const { tooManyEdits } = messages().answers
    const { listing, category } = await writeWithin(sql, 'edits', rateLimit, tooManyEdits, write)
    answers.invalidate(listingSources(listing.id, listing, { category }))
    return listing
  }

  async function remove(id: string): Promise<void> {
    const category = await sql.begin(async (transaction) => {
      const deleted = orThrow404(await deleteListing(transaction, id))
      await deleteTrace(transaction, id)
      await deleteLessonsOfOwner(transaction, id)
      await deleteReports(transaction, id)
      await addToLog(transaction, { who: 'owner', what: 'delete', target: id })
      return deleted
    })
    answers.invalidate(listingSources(id, { category }))
  }

  /** Throws 400 for invalid fields, 422 for spam. Editing a hidden listing sends it back to the team. */
  async function edit(c: Context, id: string, changes: unknown): Promise<ManagedListing> {
    const { input } = merge(await findManagedListing(sql, id), changes)
    const networks = networksOf(c)
    const { decision, trace } = await judge({ input, id, networks })
    if (isRefusal(decision)) return refuseSpam(sql, decision, { networks, perHour: editsPerHour }, id)
    return change(c, async (transaction) => {
      // Merge again under the lock: another edit may have changed the listing meanwhile.
      const { present, input: merged } = merge(
        await findManagedListing(transaction, id, { lock: true }),
        changes,
      )
      await replaceTrace(transaction, id, trace)
      await addToLog(transaction, { who: 'owner', what: 'edit', target: id })
      await updateListing(transaction, id, merged)
      const withholding = withholdEdited(present, decision, holdHours)
      if (withholding) await withholdListing(transaction, id, withholding)
      if (withholding && !present.withheld) {
        const why = JSON.stringify(trace.signals)
        await addToLog(transaction, { who: 'filter', what: 'hold', target: id, why })
      }
      return { listing: await findManagedListing(transaction, id), category: present.category }
    })
  }

  /** Throws 400 for no text, 409 if the listing is shown. */
  async function dispute(id: string, text: unknown): Promise<void> {
    const { data: why } = disputeSchema.safeParse(text)
    if (why === undefined)
      throw new RequestError(400, fill(messages().answers.disputeLength, { maximum: maxDispute }))
    await sql.begin(async (transaction) => {
      if (!(await disputeWithheld(transaction, id, why)))
        throw new RequestError(409, messages().answers.nothingToDispute)
      await addToLog(transaction, { who: 'owner', what: 'dispute', target: id })
    })
  }

  async function readForm(c: Context) {
    if (!sendsForm(c)) throw new RequestError(415, `send this as ${formType} in UTF-8`)
    refuseForeignForm(c, siteUrl, messages().answers.foreignChange)
    const { token, ...fields } = withoutLanguage(readBody(c, formType))
    const id = await requireToken(c, token === undefined ? undefined : parseToken(token))
    const answer = (did: OwnerFlash['did']) => {
      setOwnerFlash(c, id, { did, token: parseToken(token ?? ''), siteUrl })
      return c.redirect(linkTo(`/listing/${id}`), 303)
    }
    return { id, readFields: () => fields as Record<string, unknown>, answer }
  }

  async function readFormOrJson(c: Context) {
    if (sendsForm(c)) return readForm(c)
    const id = await requireToken(c, readBearer(c))
    const answer = (_did: OwnerFlash['did'], listing: ManagedListing) => c.json(listing, 200, privateHeaders)
    const readFields = () => Object(readBody(c, 'application/json')) as Record<string, unknown>
    return { id, readFields, answer }
  }

  routes.get('/:id', async (c, next) => {
    const token = findBearer(c)
    if (token === undefined) return next()
    const id = await requireToken(c, token)
    return c.json(await findManagedListing(sql, id), 200, privateHeaders)
  })
  routes.patch('/:id', async (c) => {
    const id = await requireToken(c, readBearer(c))
    if (readBodyType(c) === formType) throw new RequestError(415, 'send the changes as application/json')
    const changes = readBody(c, 'application/json')
    return c.json(await edit(c, id, changes), 200, privateHeaders)
  })
  routes.delete('/:id', async (c) => {
    const id = await requireToken(c, readBearer(c))
    await remove(id)
    return c.body(null, 204, privateHeaders)
  })

  routes.post('/:id/renew', async (c) => {
    const { id, answer } = await readFormOrJson(c)
    return answer('renewed', await change(c, (transaction) => renew(transaction, id)))
  })
  routes.post('/:id/edit', async (c) => {
    const { id, readFields, answer } = await readForm(c)
    // The page has one form for all actions.
    const { confirm: _, dispute: __, ...fields } = readFields()
    await edit(c, id, extractSpamTrap(fields).fields)
    return answer('saved')
  })
  routes.post('/:id/delete', async (c) => {
    const { id, readFields } = await readForm(c)
    if (readFields()['confirm'] !== 'on') throw new RequestError(400, messages().answers.tickToDelete)
    await remove(id)
    return c.redirect(linkTo('/'), 303)
  })
  routes.post('/:id/dispute', async (c) => {
    const { id, readFields, answer } = await readFormOrJson(c)
    await dispute(id, readFields()['dispute'])
    return answer('saved', await findManagedListing(sql, id))
  })

  return routes
}

/** A renewal through the API has no body, so it may have no Content-Type. */
function sendsForm(c: Context): boolean {
  return c.req.header('content-type') !== undefined && readBodyType(c) === formType
}

/** Throws 400 if the result is not a valid post, 409 if the listing was removed. */
function merge(present: ManagedListing, changes: unknown) {
  if (present.withheld?.state === 'removed') throw new RequestError(409, messages().answers.removedListing)
  const { id: _, createdAt: __, expiresAt: ___, withheld: ____, event: _____, ...fields } = present
  const isObject = typeof changes === 'object' && changes !== null && !Array.isArray(changes)
  const input = listingInputSchema.safeParse(isObject ? { ...fields, ...changes } : changes)
  if (!input.success) throw new RequestError(400, describeFaults(input.error))
  return { present, input: input.data }
}

/** A hidden listing goes back to the team. Undefined: it stays in its state. */
function withholdEdited(
  { withheld }: ManagedListing,
  decision: Decision,
  holdHours: number,
): Withholding | undefined {
  if (!withheld) {
    if (decision === 'show') return undefined
    return { state: 'held', by: 'filter', hours: decision === 'wait' ? undefined : holdHours }
  }
  if (withheld.state === 'hidden') return { state: 'held', by: 'edit' }
  // Otherwise an edit could turn a doubtful post into spam that is shown automatically.
  const wouldBeShown = decision === 'wait' && withheld.showAt !== null
  return wouldBeShown ? { state: 'held', by: withheld.by } : undefined
}

async function renew(sql: Transaction, id: string): Promise<Changed> {
  const listing = await renewListing(sql, id)
  if (listing) return { listing, category: listing.category }
  await findManagedListing(sql, id)
  throw new RequestError(409, messages().answers.withheldRenewal)
}
