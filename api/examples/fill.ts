import { toDay } from '#domain/pacific.ts'
import type { Database } from '../database/open.ts'
import { hasAnyEvent, hasAnyListing, insertEvents, insertListings } from '../queries/examples.ts'
import { makeExampleEvents } from './events.ts'
import { makeExampleListings } from './listings.ts'

/** Puts the examples into a database that has none yet; the events stand around the day of `now`. */
export async function fillWithExamples(sql: Database, now: Date = new Date()): Promise<void> {
  if (!(await hasAnyListing(sql))) await insertListings(sql, makeExampleListings())
  if (!(await hasAnyEvent(sql))) await insertEvents(sql, makeExampleEvents(toDay(now)))
}
