import { hash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import {
  banSchema,
  decisionSchema,
  deskChangeSchema,
  type DeskList,
  type DeskQueue,
  deskQueues,
} from '#domain/moderation/desk.ts'
import type { AnswerCache } from '../../answers/answer-cache.ts'
import { matches } from '../../answers/prepared-answer.ts'
import type { Database } from '../../database/open.ts'
import { requestErrors, RequestError } from '../../errors.ts'
import { readBody } from '../../http/read-body.ts'
import {
  requireModerationToken,
  type TeamEnv,
  type TokenSettings,
} from '../../http/require-moderation-token.ts'
import { parseCursor, writeCursor } from '../../listings/paging.ts'
import { readListingId } from '../../listings/require-owner.ts'
import { addToLog, listLog } from '../log-queries.ts'
import type { Pseudonyms } from '../pseudonyms.ts'
import { decideReports, findHidingPause } from '../report-queries.ts'
import { addBans, changeListings } from './changes.ts'
import {
  countQueues,
  deleteBan,
  findDeskListing,
  listBans,
  listQueue,
  listReportedEvents,
} from './queries.ts'

type Dependencies = TokenSettings & { sql: Database; answers: AnswerCache; pseudonyms: Pseudonyms }

/** `/api/moderation` (#domain/moderation/desk.ts), for the Studio: needs a bearer token, and refuses other origins. */
export function deskRoutes({ sql, answers, pseudonyms, ...team }: Dependencies) {
  const routes = new Hono<TeamEnv>()
  routes.use(requireModerationToken(team, ['administrator', 'moderator']))

  routes.get('/listings', async (c) => {
    const queue = readQueue(c.req.query('queue'))
    const before = parseCursor(c.req.queries('before') ?? [])
    const [{ listings, next }, counts, pausedUntil = null, events] = await Promise.all([
      listQueue(sql, queue, before),
      countQueues(sql),
      findHidingPause(sql),
      queue === 'reported' ? listReportedEvents(sql) : [],
    ])
    const after = next ? writeCursor(next) : null
    const list: DeskList = { counts, pausedUntil, listings, events, next: after }
    return answerWithEtag(c, JSON.stringify(list))
  })

  routes.get('/listings/:id', async (c) => {
    const id = readListingId(c)
    const [listing, history] = await Promise.all([findDeskListing(sql, id), listLog(sql, id)])
    if (!listing) throw requestErrors.unknownListing()
    return answerWithEtag(c, JSON.stringify({ ...listing, history }))
  })

  routes.post('/changes', async (c) => {
    const change = readSigned(c, deskChangeSchema, 'this is not a valid change of listings')
    return c.json({ results: await changeListings(sql, answers, change) })
  })

  routes.post('/events/:id/keep', async (c) => {
    const id = readListingId(c)
    const { who, why } = readDecision(c)
    await sql.begin(async (transaction) => {
      const decision = await addToLog(transaction, { who, what: 'keep', target: id, why })
      await decideReports(transaction, id, { verdict: 'rejected', decision })
    })
    return c.body(null, 204)
  })

  // Lets reports hide listings again before the hour has passed.
  routes.post('/resume', async (c) => {
    const { who, why } = readDecision(c)
    await addToLog(sql, { who, what: 'resume', why })
    return c.body(null, 204)
  })

  routes.get('/bans', async (c) => c.json(await listBans(sql)))
  routes.post('/bans', async (c) => {
    const ban = readSigned(c, banSchema, 'this is not a valid ban: its text must have 3 to 200 characters')
    return c.json(await addBans(sql, pseudonyms, ban), 201)
  })
  routes.delete('/bans/:id', async (c) => {
    const { id } = c.req.param()
    const { who, why } = readDecision(c)
    if (!/^\d{1,18}$/.test(id)) throw new RequestError(400, 'this is not the id of a ban')
    const kind = await deleteBan(sql, id)
    if (kind === undefined) throw new RequestError(404, 'this ban no longer exists')
    await addToLog(sql, { who, what: `unban ${kind}`, why })
    return c.body(null, 204)
  })

  return routes
}

/**
 * The body, with the name of the person who is signed in. A hosted Studio gives its user's name itself. Throws 400 with the
 * message `fault`.
 */
function readSigned<Value>(c: Context<TeamEnv>, schema: z.ZodMiniType<Value>, fault: string): Value {
  const body = readBody(c, 'application/json')
  const who = c.get('who')
  const { success, data } = schema.safeParse(who === undefined ? body : { ...Object(body), who })
  if (!success) throw new RequestError(400, fault)
  return data
}

const readDecision = (c: Context<TeamEnv>) =>
  readSigned(c, decisionSchema, '“who” must be a name, and “why” a text')

function answerWithEtag(c: Context, json: string): Response {
  const etag = `"${hash('sha256', json, 'base64url').slice(0, 27)}"`
  c.header('ETag', etag)
  if (matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
  return c.body(json, 200, { 'Content-Type': 'application/json' })
}

function readQueue(text: string | undefined): DeskQueue {
  const queue = deskQueues.find((known) => known === (text ?? 'waiting'))
  if (!queue) throw new RequestError(400, `queue must be one of ${deskQueues.join(', ')}`)
  return queue
}
