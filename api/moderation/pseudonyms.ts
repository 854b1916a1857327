import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from '../database/open.ts'
import { ensurePseudonymKey, listPseudonymKeys } from './pseudonym-queries.ts'

/** Pseudonyms of networks and contacts for the database: HMAC-SHA-256 with a key that is replaced every 30 days. */
export type Pseudonyms = {
  of: (text: string) => string
  /** One per key that stored data may still use, the current key first. */
  allOf: (text: string) => string[]
  /** Loads keys that other processes made, and makes a new one if the last is too old. */
  refresh: () => Promise<void>
}

export async function openPseudonyms(sql: Database): Promise<Pseudonyms> {
  let keys = await load()

  async function load(): Promise<Buffer[]> {
    await ensurePseudonymKey(sql, randomBytes(32))
    return listPseudonymKeys(sql)
  }

  const hash = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    of: (text) => hash(keys[0] as Buffer, text),
    allOf: (text) => keys.map((key) => hash(key, text)),
    refresh: async () => {
      keys = await load()
    },
  }
}
