import type { ISql } from 'postgres'
import { type ListingInput, toRow } from '#domain/listings/listing.ts'
import { toDay } from '#domain/pacific.ts'
import { makeExampleEvents, type NewEvent } from './events.ts'
import { makeExampleListings } from './listings.ts'

/** Inserts listings if there are none, and events around `now` if there is none in the future. */
export async function fillWithExamples(sql: ISql, now: Date = new Date()): Promise<void> {
  if (!(await hasAnyListing(sql))) await insertListings(sql, makeExampleListings())
  if (!(await hasEventAfter(sql, now))) await insertEvents(sql, makeExampleEvents(toDay(now)))
}

async function hasAnyListing(sql: ISql): Promise<boolean> {
  const rows = await sql`select from listings limit 1`
  return rows.length > 0
}

/** In one statement. The first listing is two hours old, each further one two hours older. */
async function insertListings(sql: ISql, inputs: ListingInput[]): Promise<void> {
  const now = Date.now()
  const rows = inputs.map((input, index) => ({
    ...toRow(input),
    created_at: new Date(now - (index + 1) * 7_200_000),
  }))
  await sql`insert into listings ${sql(rows)}`
}

async function hasEventAfter(sql: ISql, instant: Date): Promise<boolean> {
  const rows = await sql`select from events where date > ${instant} limit 1`
  return rows.length > 0
}

async function insertEvents(sql: ISql, events: NewEvent[]): Promise<void> {
  const rows = JSON.stringify(events)
  await sql`
    insert into events (
      title, date, organizers, location, description, url, price, registration_type, topics, types, ends_at, status,
      venue_id, series
    )
    select
      title, date, organizers, location, description, url, price, "registrationType", topics, types, "end",
      coalesce(status, 'scheduled'), "venueId", series
    from json_to_recordset(${rows}::text::json) as event (
      title text,
      date timestamptz,
      organizers text,
      location text,
      description text,
      url text,
      price text,
      "registrationType" text,
      topics text[],
      types text[],
      "end" timestamptz,
      status text,
      "venueId" text,
      series text
    )
  `
}
