import type { SanityClient } from '@sanity/client'
import type { Suggestion } from '#domain/events/suggestion.ts'
import type { Mutation } from '#domain/import/plan.ts'
import { halfHour, isSimilar } from '#domain/import/similar.ts'
import { toDay } from '#domain/pacific.ts'
import type { Database, Transaction } from '../database/open.ts'
import { toEventId } from '../events/event-document.ts'
import type { Snapshot } from '../events/snapshot.ts'
import { logSuggestions } from './queries.ts'

/** Milliseconds for a request to the Content Lake. */
const patience = 4_000

/** An event that was found or typed. `id`: as an import or a suggestion would have it. */
type Candidate = Parameters<typeof isSimilar>[0] & { id: string }
type Draft = Partial<Candidate>

const move = (date: string | undefined, more: number) => new Date(Date.parse(date ?? '') + more).toISOString()

function findPublished(snapshot: Snapshot, event: Candidate): string | undefined {
  if (snapshot.find(event.id)) return event.id
  const [from, to] = [toDay(move(event.date, -halfHour)), toDay(move(event.date, halfHour))]
  return snapshot.listSummaries(from, to).find((other) => isSimilar(event, other))?.id
}

const draftsQuery = `*[
  _type == "event" && _id in path("drafts.**") && (_id in $ids || date >= $from && date <= $until)
]{ "id": string::split(_id, "drafts.")[1], title, date, location, url }`

/** Drafts of suggestions, imports and the team at the times of the events, which are sorted by date. */
export function listDrafts(client: SanityClient, events: Candidate[]): Promise<Draft[]> {
  const ids = events.map(({ id }) => `drafts.${id}`)
  const [from, until] = [move(events[0]?.date, -halfHour), move(events.at(-1)?.date, halfHour)]
  return client.fetch(draftsQuery, { ids, from, until }, { signal: AbortSignal.timeout(patience) })
}

function findDraft(drafts: Draft[], event: Candidate): string | undefined {
  return drafts.find(
    ({ id, title, date, ...more }) =>
      id === event.id ||
      (typeof title === 'string' && typeof date === 'string' && isSimilar(event, { title, date, ...more })),
  )?.id
}

/** The paths of the events that are in the calendar or among the drafts, and logs those drafts, so that they have a page. */
export async function findKnown(
  sql: Database | Transaction,
  snapshot: Snapshot,
  drafts: Draft[],
  events: Candidate[],
) {
  const logged: string[] = []
  const paths = events.map((event) => {
    const published = findPublished(snapshot, event)
    if (published !== undefined) return `/event/${published}`
    const draft = findDraft(drafts, event)
    if (draft !== undefined) logged.push(toEventId(draft))
    return draft && `/events/suggest/${draft}?known`
  })
  await logSuggestions(sql, logged)
  return paths
}

/**
 * What the draft says of the source: the address of a page without its query, only the host of a calendar or table. Links to
 * those are often secret, and anyone can query the published events of a public dataset.
 */
export function toSource(address: string, isPage = !/\b(ics|ical|caldav|private|feed)\b/i.test(address)) {
  const { origin, pathname } = new URL(address)
  return origin + (isPage ? pathname : '/')
}

/** Keeps an existing draft. `suggested`: the source. */
export async function createDraft(
  client: SanityClient,
  id: string,
  event: Suggestion & { suggested: string },
) {
  const draft = { _id: `drafts.${id}`, _type: 'event', ...event, status: 'scheduled' }
  const mutation: Mutation = { createIfNotExists: draft }
  await client.mutate([mutation] as never[], { signal: AbortSignal.timeout(patience) } as never)
}

/** Whether there is a document: a draft, one of a release, or one whose row is not written yet. */
export function isInContent(client: SanityClient, id: string): Promise<boolean> {
  return client.fetch<boolean>(
    'count(*[_id in [$id, $draft] || _id in path($version)]) > 0',
    { id, draft: `drafts.${id}`, version: `versions.*.${id}` },
    { signal: AbortSignal.timeout(patience) },
  )
}
