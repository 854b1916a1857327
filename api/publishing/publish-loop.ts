import { watch } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pTimeout from 'p-timeout'
import { isContentError } from '#domain/content/content-error.ts'
import { recordTypes } from '#domain/pages/pages.ts'
import type { Notifications } from '../database/notifications.ts'
import type { Logger } from '../runtime/log.ts'
import { publishEnded } from '../runtime/observe.ts'
import type { Problems } from '../runtime/problems.ts'
import { createSerialQueue } from '../runtime/serial-queue.ts'
import { repeatAtMidnight } from './at-midnight.ts'
import type { DeployHook } from './host/deploy-hook.ts'
import { createOutcomeLog, describeFailure, type Outcome, PagesError } from './outcome.ts'
import type { Publisher } from './publisher.ts'
import { currentName } from './releases/release-store.ts'

export type Publishing = ReturnType<typeof startPublishLoop>

type Options = {
  publisher: Publisher
  /** Called instead of publishing; this process's own pages stay as they were at the start. */
  deployHook?: DeployHook | undefined
  /** Rejects if the content is not the database's: its pages must not replace those that are live. */
  assertSource: () => Promise<void>
  notifications: Notifications
  problems: Pick<Problems, 'report' | 'resolve'>
  logger: Logger
  /** Reports faults before the first release. */
  log: (line: string) => void
}

/** Milliseconds before a failed publish is repeated, doubling each time. */
const [firstDelay, maxDelay] = [1_000, 5 * 60_000]
/** At most 2 releases per 1,000 milliseconds: a burst of changes shares a few publishes. */
const [maxReleases, throttlePeriod] = [2, 1_000]
/** Milliseconds between retries at the start, while the content is faulty. */
const retryDelay = 3_000

/** Publishes whenever the database announces a change of the content, made by any process. */
export function startPublishLoop(options: Options) {
  const { publisher, deployHook, assertSource, notifications, problems, logger, log } = options
  const logOutcome = createOutcomeLog(logger)
  let failure: Error | undefined
  let handedOver: ReadonlyMap<string, string> | undefined = deployHook && new Map()
  const stopping = new AbortController()
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  let midnights: Disposable | undefined

  const waiting = new Set<Promise<void>>()

  /** When the last releases began, by `performance.now()`. */
  const startTimes: number[] = []

  /** The documents that the next publish reads, undefined for all. */
  let changed: Set<string> | undefined = new Set()

  /** The only caller of the publisher once there is a first release: one run in flight and one queued. */
  const run = createSerialQueue(async () => {
    await publisher
      .followRollback()
      .catch((error: unknown) => logger.error({ error }, 'a release cannot be served'))
    if (changed?.size === 0) return
    await throttle()
    const documents = changed
    changed = new Set()
    const startedAt = performance.now()
    const outcome = await publishWith(deployHook ?? publisher, documents)
    if (stopping.signal.aborted) return
    publishEnded.publish({ state: outcome.state, seconds: (performance.now() - startedAt) / 1_000 })
    if (outcome.state === 'live') startTimes.push(startedAt)
    startTimes.splice(0, startTimes.length - maxReleases)
    if (outcome.state === 'handed over') handedOver = outcome.revisions
    failure = outcome.state === 'failed' ? outcome.error : undefined
    logOutcome(outcome)
    if (failure) problems.report('pages', describeFailure(failure))
    else problems.resolve('pages')
    scheduleRetry(outcome)
  })

  async function publishWith(
    target: Pick<Publisher, 'publish'>,
    documents?: ReadonlySet<string>,
  ): Promise<Outcome> {
    try {
      await assertSource()
    } catch (error) {
      return {
        state: 'failed',
        error: isContentError(error) ? error : new PagesError((error as Error).message),
      }
    }
    return target.publish(documents)
  }

  async function throttle(): Promise<void> {
    const early =
      startTimes.length < maxReleases
        ? 0
        : (startTimes.at(-maxReleases) ?? 0) + throttlePeriod - performance.now()
    if (early > 0) await sleep(early, undefined, { signal: stopping.signal }).catch(() => {})
  }

  /** Reads only the given document, or all without one. Resolves at the end of a run that began after the call. */
  function publish(document?: string): Promise<void> {
    if (document === undefined) changed = undefined
    else changed?.add(document)
    const done = run()
    waiting.add(done)
    void done.finally(() => waiting.delete(done)).catch(() => {})
    return done
  }

  /** Retries with exponential backoff, since no webhook repeats the change. Faulty content must wait for an editor. */
  function scheduleRetry(outcome: Outcome): void {
    clearTimeout(retry)
    const isFailed =
      outcome.state === 'failed' &&
      (!isContentError(outcome.error) || outcome.error.code === 'content-unreadable')
    const isTransient = 'stale' in outcome && outcome.stale.some((stale) => stale.isTransient)
    if (!isFailed && !isTransient) {
      failures = 0
      return
    }
    const isAtOnce = failures === 0 && isFailed && outcome.error instanceof PagesError
    const delay = isAtOnce ? 0 : Math.min(firstDelay * 2 ** failures, maxDelay)
    failures += 1
    retry = setTimeout(() => void publish(), delay)
  }

  function followContent(): void {
    // Events and venues are not part of pages: the calendar follows those. Other documents have their type as id.
    const onNotify = (type?: string) => {
      const isRecord = type !== undefined && recordTypes.includes(type)
      if (!stopping.signal.aborted && !isRecord) void publish(type)
    }
    notifications.subscribe('content_changed', { onNotify })
  }

  /** The command `releases` changes the link to the served release. */
  async function watchRollbacks(): Promise<void> {
    try {
      for await (const { filename } of watch(publisher.folder, { signal: stopping.signal }))
        if (filename === currentName) void run()
    } catch (error) {
      if (!stopping.signal.aborted)
        logger.error({ error }, 'the folder of releases is no longer watched: restart to follow rollbacks')
    }
  }

  return {
    publish,
    /** How many publishes run or wait. */
    waiting: () => waiting.size,
    /** Why the last publish failed; undefined if it did not. */
    failure: () => failure,
    /** With a deploy hook: the revisions that the host was told of, by document id. */
    handedOver: () => handedOver,
    /**
     * Resolves once there is a release. Rejects with PagesError or AbortError. Waits for an editor when a page can
     * neither be rendered nor taken from an earlier release: links to it would break.
     */
    waitForFirstRelease: async (signal?: AbortSignal) => {
      const untilAborted = <Value>(work: Promise<Value>) =>
        pTimeout(work, { milliseconds: Infinity, ...(signal && { signal }) })
      for (let lastFault = ''; !publisher.current();) {
        const outcome = await untilAborted(publishWith(publisher))
        if (outcome.state !== 'failed') continue
        const { error } = outcome
        if (!isContentError(error)) throw error
        if (error.message !== lastFault) log(`The site waits until its content is fixed. ${error.message}`)
        lastFault = error.message
        await sleep(retryDelay, undefined, { signal })
      }
      // With a deploy hook, only this publish updates this process's own pages.
      if (deployHook) await untilAborted(publishWith(publisher))
      // The first notification comes on connecting, and publishes missed changes.
      followContent()
      // A deadline that has passed must not look open until the next sweep.
      midnights = repeatAtMidnight(() => void publish('programme'))
      void watchRollbacks()
    },
    [Symbol.dispose]: () => {
      stopping.abort()
      clearTimeout(retry)
      midnights?.[Symbol.dispose]()
    },
  }
}
