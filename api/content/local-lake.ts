import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { forkSafely } from '../fork-safely.ts'

/** The Content Lake of this machine could not be started. The message is what it said. */
export class LocalLakeError extends Error {
  override name = 'LocalLakeError'
}

export type LocalLakeOptions = {
  checkout: string
  /** Where it keeps its dataset. */
  folder: string
  /** Where it listens on loopback; 0 for any port that is free. */
  port: number
  /** Where the built Studio is, or will be. */
  studioFolder: string
  /** A file with the webhooks that it sends (studio/lake/README.md). */
  webhooks?: string
  /** What the Studio finds at `/studio-settings.json` (studio/lake/README.md). */
  studioSettings?: Record<string, unknown>
  log: (line: string) => void
}

export type LocalLake = {
  port: number
  /** Who has it may write, and see drafts. */
  token: string
  /** The process that runs now. */
  readPid: () => number
} & AsyncDisposable

/** How long it has to end on SIGTERM before it is killed: what it acknowledged is on the disk in either case. */
const stopDeadline = 5_000

/**
 * The Content Lake of a process that was killed may need a moment to notice that, and to write down what it has: it
 * holds the folder, and its port, until then.
 */
const ownerPatience = 5_000
const stillHeld = /is in use by another process|Another program listens on this port already/

/**
 * Starts the local Content Lake (studio/lake) as a process of its own, and starts it again on the same port whenever
 * it ends by itself. It is in a process group of its own, so that Ctrl-C ends it only through this process; when this
 * process is killed, the lake notices the closed channel and ends as well.
 * Throws LocalLakeError when the first start fails.
 */
export async function startLocalLake(options: LocalLakeOptions): Promise<LocalLake> {
  const stopping = new AbortController()
  let { child, port, token } = await launchFirst(options)

  const restarting = keepRunning()
  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      const [code, signal] = await ended(child)
      for (let pause = 100; !stopping.signal.aborted; pause = Math.min(pause * 2, 5_000)) {
        options.log(`The Content Lake ended (${signal ?? `exit code ${code}`}): starting it again.`)
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
        const next = await launch({ ...options, port }).catch((error: Error) => error)
        if (!(next instanceof Error)) {
          child = next.child
          break
        }
        options.log(next.message)
      }
    }
  }

  return {
    port,
    token,
    readPid: () => child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      stopping.abort()
      await stop(child)
      await restarting
      // It may have been on its way up just then.
      await stop(child)
    },
  }
}

async function launchFirst(options: LocalLakeOptions): ReturnType<typeof launch> {
  let deadline = Infinity
  for (let tried = 1; ; tried += 1) {
    const launched = await launch(options).catch((error: Error) => error)
    if (!(launched instanceof Error)) return launched
    if (!stillHeld.test(launched.message) || performance.now() > deadline) throw launched
    // Only now: on a busy machine the first attempt alone may take as long.
    if (tried === 1) deadline = performance.now() + ownerPatience
    if (tried === 1) options.log('The Content Lake that was here before is not gone yet: waiting for it…')
    await sleep(100)
  }
}

async function launch({
  checkout,
  folder,
  port,
  studioFolder,
  webhooks,
  studioSettings,
  log,
}: LocalLakeOptions) {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const child = await forkSafely(join(checkout, 'studio/lake/server.ts'), {
    cwd: checkout,
    detached: true,
    // 140 MB with 3,000 documents in place of 280; the compiled files are kept as those of this process are.
    execArgv: ['--max-semi-space-size=4', '--max-old-space-size=384'],
    env: {
      ...inherited,
      NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/compiled'),
      LAKE_FOLDER: folder,
      LAKE_PORT: String(port),
      LAKE_SEED: join(checkout, 'studio/seed/content.ndjson'),
      LAKE_STUDIO_FOLDER: studioFolder,
      ...(webhooks !== undefined && { LAKE_WEBHOOKS: webhooks }),
      ...(studioSettings && { LAKE_STUDIO_SETTINGS: JSON.stringify(studioSettings) }),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  }).catch((error: Error) => {
    throw new LocalLakeError(`The Content Lake could not be started: ${error.message}`)
  })
  let words = ''
  let isReady = false
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      if (isReady) log(chunk.trimEnd())
      else words += chunk
    })
  }
  const { promise, resolve, reject } = Promise.withResolvers<{ port: number; token: string }>()
  child.once('message', (message: { port: number; token: string }) => resolve(message))
  child.once('close', () => reject(new LocalLakeError(`The Content Lake did not start: ${words.trim()}`)))
  const listening = await promise
  isReady = true
  return { child, port: listening.port, token: listening.token }
}

async function ended(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return [child.exitCode, child.signalCode]
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const patience = setTimeout(() => child.kill('SIGKILL'), stopDeadline)
  child.kill('SIGTERM')
  await ended(child)
  clearTimeout(patience)
}
