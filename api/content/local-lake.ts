import { type ChildProcess, fork, type ForkOptions } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../runtime/operator.ts'

type Options = {
  checkout: string
  /** Of the dataset. */
  folder: string
  /** On loopback; 0 for any free port. */
  port: number
  /** The folder of the built Studio. It may appear later. */
  studioFolder: string
  /** A file with the webhooks to send (studio/lake/README.md). */
  webhooks?: string
  /** Served as `/studio-settings.json` (studio/lake/README.md). */
  studioSettings?: Record<string, unknown>
  log: (line: string) => void
}

export type LocalLake = {
  port: number
  /** May write and read drafts. */
  token: string
  /** Changes with each restart. */
  readPid: () => number
} & AsyncDisposable

/** Milliseconds from SIGTERM to SIGKILL. Acknowledged changes are on disk in either case. */
const stopDeadline = 5_000

/** After its owner was killed, a lake holds folder and port until it has written its changes. In milliseconds. */
const ownerPatience = 5_000
/** The exit code of a lake whose folder or port another process holds (studio/lake/README.md). */
const heldByAnother = 75

class HeldError extends OperatorError {}

/**
 * Runs the local Content Lake (studio/lake) in its own process and restarts it on the same port when it ends. Its own
 * process group keeps Ctrl-C away from it; it ends when its channel to this process closes.
 * Throws OperatorError when the first start fails.
 */
export async function startLocalLake(options: Options): Promise<LocalLake> {
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
      // A restart may have been under way.
      await stop(child)
    },
  }
}

async function launchFirst(options: Options): ReturnType<typeof launch> {
  let deadline = Infinity
  for (let tried = 1; ; tried += 1) {
    const launched = await launch(options).catch((error: Error) => error)
    if (!(launched instanceof Error)) return launched
    if (!(launched instanceof HeldError) || performance.now() > deadline) throw launched
    // Not before the first attempt, which may take that long on a busy machine.
    if (tried === 1) deadline = performance.now() + ownerPatience
    if (tried === 1) options.log('The Content Lake that was here before is not gone yet: waiting for it…')
    await sleep(100)
  }
}

async function launch({ checkout, folder, port, log, ...options }: Options) {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const child = await forkSafely(join(checkout, 'studio/lake/server.ts'), {
    cwd: checkout,
    detached: true,
    // 140 MB with 3,000 documents instead of 280.
    execArgv: ['--max-semi-space-size=4', '--max-old-space-size=384'],
    env: {
      ...inherited,
      NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/compiled'),
      LAKE_FOLDER: folder,
      LAKE_PORT: String(port),
      LAKE_SEED: join(checkout, 'studio/seed/content.ndjson'),
      LAKE_STUDIO_FOLDER: options.studioFolder,
      ...(options.webhooks !== undefined && { LAKE_WEBHOOKS: options.webhooks }),
      ...(options.studioSettings && { LAKE_STUDIO_SETTINGS: JSON.stringify(options.studioSettings) }),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  }).catch((error: Error) => {
    throw new OperatorError(`The Content Lake could not be started: ${error.message}`)
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
  child.once('close', (code) => {
    const message = `The Content Lake did not start: ${words.trim()}`
    reject(code === heldByAnother ? new HeldError(message) : new OperatorError(message))
  })
  const listening = await promise
  isReady = true
  return { child, port: listening.port, token: listening.token }
}

/** `fork` throws some errors of the system (EAGAIN, EMFILE, ENOMEM) and emits the others; this rejects with either. */
async function forkSafely(script: string, options: ForkOptions): Promise<ChildProcess> {
  const child = fork(script, options)
  if (child.pid === undefined) {
    const [error] = (await once(child, 'error')) as [Error]
    throw error
  }
  // For example a signal that could not be sent. `exit` tells the end of the process.
  child.on('error', () => {})
  return child
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
