import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import { expect, onTestFinished } from 'vitest'
import { readLakeEnvironment } from '../env.ts'
import { startLake as start } from '../run.ts'

export type TestLake = {
  port: number
  origin: string
  token: string
  folder: string
  /** With the write token; `raw` sees drafts and versions by their own ids. */
  client: SanityClient
  /** `fetch` with the write token. */
  get: (url: string, init?: RequestInit & { headers?: Record<string, string> }) => Promise<Response>
  stop: () => Promise<void>
}

/** A temporary folder, deleted after the test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lake-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a real Content Lake on a free port, in a temporary folder by default. Stopped after the test. */
export async function startLake(variables: Record<string, string> = {}): Promise<TestLake> {
  const folder = variables['LAKE_FOLDER'] ?? (await makeFolder())
  const running = await start(readLakeEnvironment({ LAKE_FOLDER: folder, LAKE_PORT: '0', ...variables }))
  running.schedule.start()
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= Promise.resolve(running[Symbol.asyncDispose]()))
  onTestFinished(stop)
  const { port, token } = running
  const get: TestLake['get'] = (url, init) =>
    fetch(url, { ...init, headers: { Authorization: `Bearer ${token}`, ...init?.headers } })
  return { port, token, folder, get, stop, origin: `http://localhost:${port}`, client: connect(port, token) }
}

/** The client as a program uses it, without the hosted service's host names. */
export function connect(port: number, token?: string): SanityClient {
  return createClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: `http://localhost:${port}`,
    apiVersion: '2025-02-19',
    useProjectHostname: false,
    useCdn: false,
    perspective: 'raw',
    token,
    maxRetries: 0,
  })
}

/** Polls for an asynchronous effect. The long timeout is for busy machines. */
export function expectSoon<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: 60_000, interval: 10 })
}
