import { createClient, type SanityClient } from '@sanity/client'
import { expect, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '../../../site/e2e/support/server.ts'

export type WholeSite = {
  /** Where visitors see it. */
  address: string
  /** Where the Studio is. */
  studio: string
  /** With the write token; `raw`, so that drafts are seen by their own ids. */
  client: SanityClient
  /** Ends the site and its Content Lake. May be called twice. */
  stop: () => Promise<void>
} & AsyncDisposable

/**
 * The whole system for the tests of a file, one after the other: each has documents of its own, or leaves what it changes as
 * it was.
 */
export function useWholeSite(variables?: NodeJS.ProcessEnv): () => WholeSite {
  let site: WholeSite | undefined
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    site = await startWholeSite(variables)
  })
  test.afterAll(() => site?.stop())
  return () => {
    if (!site) throw new Error('The site of the tests has not been started yet')
    return site
  }
}

/** Starts the whole system: the site, its Content Lake and the built Studio. */
export async function startWholeSite(variables?: NodeJS.ProcessEnv): Promise<WholeSite> {
  const { address, dataFolder, stop } = await startServer(variables)
  const read = async (name: string) => (await readFile(join(dataFolder, 'content', name), 'utf8')).trim()
  const studio = `http://localhost:${await read('port')}`
  const open = () => fetch(studio, { headers: { Accept: 'text/html' } })
  try {
    await expect.poll(async () => (await open()).status, { timeout: 120_000 }).toBe(200)
  } catch (error) {
    await stop()
    throw error
  }
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: studio,
    apiVersion: '2025-02-19',
    useProjectHostname: false,
    useCdn: false,
    perspective: 'raw',
    token: await read('token'),
  })
  return { address, studio, client, stop, [Symbol.asyncDispose]: stop }
}
