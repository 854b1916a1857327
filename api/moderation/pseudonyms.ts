import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Database } from '../database/open.ts'
import { refreshPseudonymKeys } from './pseudonym-queries.ts'

/**
 * Pseudonyms of networks and contacts for the database: HMAC-SHA-256 with a key that is replaced every 30 days. A plain hash
 * of an IPv4 address could be reversed by trying all addresses.
 */
export type Pseudonyms = {
  of: (text: string) => string
  /** One per key that stored data may still use, the current key first. */
  allOf: (text: string) => string[]
  /** Loads keys that other processes made, and makes a new one if the last is too old. */
  refresh: () => Promise<void>
}

export async function openPseudonyms(sql: Database): Promise<Pseudonyms> {
  let keys = await load()

  async function load(): Promise<KeyObject[]> {
    const stored = await refreshPseudonymKeys(sql, randomBytes(32))
    // Objects: with bytes, each hash takes several times as long.
    return stored.map((key) => createSecretKey(key))
  }

  const hash = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    of: (text) => hash(keys[0] as KeyObject, text),
    allOf: (text) => keys.map((key) => hash(key, text)),
    refresh: async () => {
      keys = await load()
    },
  }
}
