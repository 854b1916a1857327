import { createClient, type SanityClient } from '@sanity/client'
import { type BrowserContext, expect, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '../../../site/e2e/support/server.ts'
import { openSession } from './session.ts'

export type WholeSite = {
  /** URL of the site. */
  address: string
  /** URL of the Studio. */
  studio: string
  /** Its `DATA_DIR`. */
  dataFolder: string
  /** For the commands of the server's owner. */
  connection: { port: number; token: string }
  /** Has the write token and the perspective `raw`, which shows drafts with their own ids. */
  client: SanityClient
  /** Gives a browser a session of the Studio. The test's own browser has one. */
  openSession: (context: BrowserContext) => Promise<void>
  /** Stops the site and its Content Lake. May be called twice. */
  stop: () => Promise<void>
} & AsyncDisposable

/**
 * Starts the whole system for all tests of a file and runs them one after the other. Each test uses its own documents
 * or restores those that it changes.
 */
export function useWholeSite(variables?: NodeJS.ProcessEnv): () => WholeSite {
  let site: WholeSite | undefined
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    site = await startWholeSite(variables)
  })
  test.beforeEach(({ context }) => site?.openSession(context))
  test.afterAll(() => site?.stop())
  return () => {
    if (!site) throw new Error('The site has not been started yet: read it inside a test')
    return site
  }
}

/** Starts the whole system: the site, its Content Lake and the built Studio. */
export async function startWholeSite(variables?: NodeJS.ProcessEnv): Promise<WholeSite> {
  const { address, dataFolder, stop } = await startServer(variables)
  const read = async (name: string) => (await readFile(join(dataFolder, 'content', name), 'utf8')).trim()
  const studio = `http://localhost:${await read('port')}`
  const token = await read('token')
  const open = () => fetch(studio, { headers: { Accept: 'text/html', Authorization: `Bearer ${token}` } })
  try {
    await expect.poll(async () => (await open()).status, { timeout: 300_000 }).toBe(200)
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
    token,
  })
  return {
    address,
    studio,
    dataFolder,
    connection: { port: Number(new URL(studio).port), token },
    client,
    openSession: (context) => openSession(context, studio, token),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
