import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { organiserTypes } from '#domain/content/content-settings.ts'
import { startChild, stopChild, waitForEnd } from '../runtime/child.ts'
import { keepRunning } from '../runtime/keep-running.ts'
import { OperatorError } from '../runtime/operator.ts'
import { ContentLostError } from './content-lost.ts'

type Options = {
  checkout: string
  folder: string
  /** On loopback; 0 for any free port. */
  port: number
  /** A further address to listen on. */
  host?: string
  /** Where other machines reach the Studio. */
  publicUrl?: string | undefined
  trustedProxies?: readonly string[]
  /** The folder of the built Studio. It may appear later. */
  studioFolder: string
  /** A file with the webhooks to send (studio/lake/README.md). */
  webhooks?: string
  /** Served as `/studio-settings.json` (studio/lake/README.md). */
  studioSettings?: Record<string, unknown>
  /** Signs the tokens with which the Studio calls the site. */
  siteSecret?: string
  /** Whether the Studio needs no session; by default it needs one. */
  isOpen?: boolean
  /** Throws ContentLostError if no lake may be created in a folder that has none. By default it may. */
  assertMayBeNew?: () => Promise<void>
  log: (line: string) => void
}

/** Milliseconds from SIGTERM to SIGKILL. Acknowledged changes are on disk in either case. */
const stopDeadline = 5_000

/** Milliseconds to wait for a lake whose owner was killed: it holds folder and port until its changes are written. */
const ownerTimeoutMs = 5_000
/** The lake's exit codes (studio/lake/README.md). `held`: another process has its folder or port. */
const exitCodes = { held: 75, damaged: 65, missing: 66 }

class LakeInUseError extends OperatorError {}
class LakeMissingError extends OperatorError {}

/**
 * Runs the local Content Lake (studio/lake) in its own process and restarts it on the same port when it ends. Its own
 * process group keeps Ctrl-C away from it; it ends when its channel to this process closes.
 * Throws OperatorError when the first start fails: ContentLostError if the lake is damaged, or missing and may not be new.
 */
export async function startLocalLake(options: Options) {
  const first = await launchFirst(options)
  const { id, port, token, link } = first
  const kept = keepRunning(first, {
    name: 'The Content Lake',
    start: () => launch({ ...options, port, expected: id }),
    log: options.log,
  })
  return {
    port,
    /** May write and read drafts. */
    token,
    /** Opens the Studio once. */
    link,
    /** Changes with each restart. */
    readPid: () => kept.read()?.pid ?? 0,
    [Symbol.asyncDispose]: kept.stop,
  }
}

async function launchFirst({ assertMayBeNew, ...options }: Options): ReturnType<typeof launch> {
  let deadline = Infinity
  let expected = assertMayBeNew && 'existing'
  for (;;) {
    try {
      return await launch({ ...options, expected })
    } catch (error) {
      if (error instanceof LakeMissingError && assertMayBeNew && expected !== undefined) {
        await assertMayBeNew()
        expected = undefined
        continue
      }
      if (!(error instanceof LakeInUseError) || performance.now() > deadline) throw error
    }
    // Counted from the end of the first attempt, which may itself take that long on a busy machine.
    if (deadline === Infinity) {
      deadline = performance.now() + ownerTimeoutMs
      options.log('The previous Content Lake has not stopped yet: waiting for it…')
    }
    await sleep(100)
  }
}

async function launch(options: Options & { expected?: string | undefined }) {
  const { checkout, folder, port, log } = options
  const { NODE_OPTIONS: _, ...inherited } = process.env
  let words = ''
  let isReady = false
  const child = await startChild(join(checkout, 'studio/lake/server.ts'), {
    name: 'The Content Lake',
    cwd: checkout,
    detached: true,
    // With 3,000 documents it uses 140 MB; without these options 280.
    execArgv: ['--max-semi-space-size=4', '--max-old-space-size=384'],
    env: {
      ...inherited,
      NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/compiled'),
      LAKE_FOLDER: folder,
      LAKE_PORT: String(port),
      LAKE_HOST: options.host ?? '',
      LAKE_PUBLIC_URL: options.publicUrl ?? '',
      LAKE_TRUSTED_PROXIES: options.trustedProxies?.join() ?? '',
      LAKE_SEED: join(checkout, 'studio/seed/content.ndjson'),
      LAKE_STUDIO_FOLDER: options.studioFolder,
      LAKE_ORGANISER_TYPES: organiserTypes.join(),
      ...(options.siteSecret !== undefined && { LAKE_SITE_SECRET: options.siteSecret }),
      LAKE_OPEN: options.isOpen ? '1' : '',
      ...(options.expected !== undefined && { LAKE_EXPECTED: options.expected }),
      ...(options.webhooks !== undefined && { LAKE_WEBHOOKS: options.webhooks }),
      ...(options.studioSettings && { LAKE_STUDIO_SETTINGS: JSON.stringify(options.studioSettings) }),
    },
    onOutput: (text) => {
      if (isReady) log(text.trimEnd())
      else words += text
    },
  })
  type Ready = { id: string; port: number; token: string; link: string }
  const { promise, resolve, reject } = Promise.withResolvers<Ready>()
  child.once('message', (message: Ready) => resolve(message))
  child.once('close', (code) => {
    const message = `The Content Lake did not start: ${words.trim()}`
    if (code === exitCodes.held) reject(new LakeInUseError(message))
    else if (code === exitCodes.missing) reject(new LakeMissingError(message))
    else if (code === exitCodes.damaged)
      reject(new ContentLostError(words.trim(), 'begin with new content, after you have moved the file away'))
    else reject(new OperatorError(message))
  })
  const listening = await promise
  isReady = true
  return {
    ...listening,
    pid: child.pid ?? 0,
    lost: waitForEnd(child),
    stop: () => stopChild(child, stopDeadline),
  }
}
