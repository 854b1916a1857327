import { toDay } from '#domain/pacific.ts'
import type { Database } from '../../database/open.ts'
import { makeExampleEvents } from './events.ts'
import { makeExampleListings } from './listings.ts'
import { hasAnyListing, hasEventAfter, insertEvents, insertListings } from './queries.ts'

/** Inserts listings if there are none, and events around `now` if none is ahead. */
export async function fillWithExamples(sql: Database, now: Date = new Date()): Promise<void> {
  if (!(await hasAnyListing(sql))) await insertListings(sql, makeExampleListings())
  if (!(await hasEventAfter(sql, now))) await insertEvents(sql, makeExampleEvents(toDay(now)))
}
