import type { SanityClient } from '@sanity/client'
import { toDay } from '#domain/pacific.ts'
import { writeContent } from './events.ts'
import { type Parts, postListings } from './listings.ts'

/** Adds the examples unless an event is still to come: at the first start, and weeks later again, with new dates. */
export async function fillWithExamples(
  { client, ...parts }: Parts & { client: SanityClient },
  now = new Date(),
): Promise<void> {
  const query = 'defined(*[_type == "event" && date > $now][0])'
  if (await client.fetch<boolean>(query, { now: now.toISOString() })) return
  await postListings(parts, now)
  await writeContent(client, toDay(now))
}
