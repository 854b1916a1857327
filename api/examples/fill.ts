import type { Database } from '../database/open.ts'
import { hasAnyListing, insertListings } from '../queries/examples.ts'
import { makeExampleListings } from './listings.ts'

/** Puts the examples into a database that has no listing yet. */
export async function fillWithExamples(sql: Database): Promise<void> {
  if (await hasAnyListing(sql)) return
  await insertListings(sql, makeExampleListings())
}
