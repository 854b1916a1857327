import { createClient, type SanityClient } from '@sanity/client'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { organiserTypes } from '#domain/content/content-settings.ts'
// oxlint-disable-next-line no-restricted-imports -- a fixture, not site code
import { findFreePort } from '../../../site/e2e/support/free-port.ts'
import { checkout } from './built-studio.ts'

export type TestLake = {
  port: number
  /** Base URL of the lake and its Studio, with the lake's own host name. */
  address: string
  /** The write token. */
  token: string
  /** Has the write token and the perspective `raw`, which shows drafts with their own ids. */
  client: SanityClient
  /** Sends SIGKILL, so that nothing is cleaned up. Resolves when the process is gone. */
  kill: () => Promise<void>
  /** Starts it again on the same port and folder after `kill`. */
  restart: () => Promise<void>
} & AsyncDisposable

type LakeOptions = { studioFolder: string; variables?: Record<string, string>; options?: string[] }
type Process = { child: ChildProcess; port: number; token: string; readOutput: () => string }

/** Starts a Content Lake as a separate process, with the seed in a temporary folder that is removed at the end. */
export async function startLake({
  studioFolder,
  variables = {},
  options = [],
}: LakeOptions): Promise<TestLake> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-e2e-'))
  const settings = {
    LAKE_FOLDER: join(folder, 'content'),
    LAKE_PORT: String(await findFreePort()),
    LAKE_SEED: join(checkout, 'studio', 'seed', 'content.ndjson'),
    LAKE_STUDIO_FOLDER: studioFolder,
    LAKE_ORGANISER_TYPES: organiserTypes.join(),
    ...variables,
  }
  let running = await launch(settings, options)
  const { port, token } = running
  return {
    port,
    token,
    address: `http://localhost:${port}`,
    client: connect(port, token),
    kill: () => end(running.child, 'SIGKILL'),
    restart: async () => {
      running = await launch(settings, options)
    },
    [Symbol.asyncDispose]: async () => {
      const { exitCode } = running.child
      await end(running.child, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
      if (exitCode !== null) throw new Error(`The Content Lake exited unexpectedly:\n${running.readOutput()}`)
    },
  }
}

/** An HTTP client of a lake, anonymous without a token. */
export function connect(port: number, token?: string): SanityClient {
  return createClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: `http://127.0.0.1:${port}`,
    apiVersion: '2025-02-19',
    useProjectHostname: false,
    useCdn: false,
    perspective: 'raw',
    token,
  })
}

async function launch(settings: Record<string, string>, options: string[]): Promise<Process> {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const child = fork(join(checkout, 'studio', 'lake', 'server.ts'), options, {
    cwd: checkout,
    env: { ...inherited, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  }
  const { promise, resolve, reject } = Promise.withResolvers<{ port: number; token: string }>()
  child.once('message', (message: { port: number; token: string }) => resolve(message))
  child.once('close', () => reject(new Error(`The Content Lake did not start:\n${output}`)))
  return { child, readOutput: () => output, ...(await promise) }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}
