import type { ISql } from 'postgres'

/** `key`: hash of the idempotency key, in hexadecimal digits. `date`: the announced day. Expiry moves along. */
type Age = { key: string; hoursAgo: number; date: string | undefined }

export async function updateAges(sql: ISql, ages: Age[]): Promise<void> {
  await sql`
    update all_listings
    set
      created_at = posted_at,
      expires_at = posted_at + (expires_at - created_at),
      details = case when "date" is null then details else details || jsonb_build_object('date', "date") end
    from (
      select decode(key, 'hex') as key, now() - "hoursAgo" * interval '1 hour' as posted_at, "date"
      from jsonb_to_recordset(${JSON.stringify(ages)}::text::jsonb) as age (key text, "hoursAgo" integer, "date" text)
    ) as ages
    where post_key_hash = key
  `
}
