import { watch } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pTimeout from 'p-timeout'
import { isContentError } from '#domain/content/content-error.ts'
import { currentLanguage } from '#domain/language.ts'
import type { PageView } from '#domain/pages/page-view.ts'
import { recordTypes } from '#domain/pages/pages.ts'
import type { PreparedAnswer } from '../answers/prepared-answer.ts'
import type { Notifications } from '../database/notifications.ts'
import type { Logger } from '../runtime/log.ts'
import type { Problems } from '../runtime/problems.ts'
import { createSerialQueue } from '../runtime/serial-queue.ts'
import type { DeployHook } from './host/deploy-hook.ts'
import { createOutcomeLog, describeFailure, type Outcome, PagesError } from './outcome.ts'
import { findShell } from './pages.ts'
import type { Publisher } from './publisher.ts'
import { currentName, ReleaseStore } from './releases/release-store.ts'
import { findPage, createEarlierAsset, type Release } from './releases/release.ts'
import type { StalePage } from './stale-pages.ts'
import type { PublishStatuses } from './status/publish-status.ts'

export type Publishing = {
  /** Reads only the given document, or all without one. Resolves at the end of a run that began after the call. */
  publish: (document?: string) => Promise<void>
  renderPage: (path: string, view: PageView) => Promise<{ html: string; hasRecord: boolean }>
  renderImage: Publisher['renderImage']
  findEarlierAsset: (path: string) => Promise<PreparedAnswer | undefined>
  /** Pages whose newest content cannot be rendered: visitors get an earlier version. */
  readStale: () => readonly StalePage[]
  /** Throws before `waitForFirstRelease` has resolved. */
  read: () => Release
  /**
   * Resolves once there is a release. Rejects with PagesError or AbortError. Waits for an editor when a page can
   * neither be rendered nor taken from an earlier release: links to it would break.
   */
  waitForFirstRelease: (signal?: AbortSignal) => Promise<void>
} & Disposable

type Options = {
  publisher: Publisher
  /** Called instead of publishing; this process's own pages stay as they were at the start. */
  deployHook?: DeployHook | undefined
  folder: string
  notifications: Notifications
  status: Pick<PublishStatuses, 'begin'>
  problems: Pick<Problems, 'report' | 'resolve'>
  logger: Logger
  /** Reports faults before the first release. */
  log: (line: string) => void
}

/** Milliseconds before a failed publish is repeated, doubling each time. */
const [firstDelay, longestDelay] = [1_000, 5 * 60_000]
/** At most 2 releases per 1,000 milliseconds: a burst of changes shares a few publishes. */
const [maxReleases, throttlePeriod] = [2, 1_000]
/** Milliseconds between retries at the start, while the content is faulty. */
const retryDelay = 3_000

/** Publishes whenever the database announces a change of the content, made by any process. */
export function startPublishLoop(options: Options): Publishing {
  const { publisher, deployHook, folder, notifications, status, problems, logger, log } = options
  const logOutcome = createOutcomeLog(logger)
  let isFollowing = false
  const stopping = new AbortController()
  let failures = 0
  let retry: NodeJS.Timeout | undefined

  /** When the last releases began, by `performance.now()`. */
  const startTimes: number[] = []

  /** The documents that the next publish reads, undefined for all. */
  let changed: Set<string> | undefined = new Set()

  /** Whether another process may have changed the current release. */
  let isDiskChanged = false

  /** The only caller of the publisher once there is a first release: one run in flight and one queued. */
  const run = createSerialQueue(async () => {
    if (isDiskChanged) await reload()
    if (changed?.size === 0) return
    await throttle()
    const documents = changed
    changed = new Set()
    const settle = await status.begin(documents)
    const startedAt = performance.now()
    const outcome = await (deployHook ?? publisher).publish(documents)
    if (stopping.signal.aborted) return
    if (outcome.state === 'live') startTimes.push(startedAt)
    startTimes.splice(0, startTimes.length - maxReleases)
    settle(outcome)
    logOutcome(outcome)
    if (outcome.state !== 'failed') problems.resolve('pages')
    else problems.report('pages', describeFailure(outcome.error))
    scheduleRetry(outcome)
  })

  async function reload(): Promise<void> {
    isDiskChanged = false
    await publisher.reload().catch((error: unknown) => logger.error({ error }, 'a release cannot be served'))
  }

  async function throttle(): Promise<void> {
    const early =
      startTimes.length < maxReleases
        ? 0
        : (startTimes.at(-maxReleases) ?? 0) + throttlePeriod - performance.now()
    if (early > 0) await sleep(early, undefined, { signal: stopping.signal }).catch(() => {})
  }

  function publish(document?: string): Promise<void> {
    if (document === undefined) changed = undefined
    else changed?.add(document)
    return run()
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
    const delay = isAtOnce ? 0 : Math.min(firstDelay * 2 ** failures, longestDelay)
    failures += 1
    retry = setTimeout(() => void publish(), delay)
  }

  function followContent(): void {
    // Events and venues are not part of pages: the calendar follows those. Other documents have their type as id.
    const onNotify = (type?: string) => {
      const isRecord = type !== undefined && recordTypes.includes(type)
      if (!stopping.signal.aborted && !isRecord) void publish(type)
    }
    if (!isFollowing) notifications.subscribe('content_changed', { onNotify })
    isFollowing = true
  }

  /** Watches for rollbacks and publishes of other processes in the same folder. */
  async function watchFolder(): Promise<void> {
    try {
      for await (const { filename } of watch(folder, { signal: stopping.signal })) {
        if (filename !== currentName) continue
        isDiskChanged = true
        void run()
      }
    } catch (error) {
      if (!stopping.signal.aborted)
        logger.error({ error }, 'the folder of releases is no longer watched: restart to follow rollbacks')
    }
  }

  function read(): Release {
    const release = publisher.current()
    if (!release) throw new Error('There is no release yet')
    return release
  }

  const store = new ReleaseStore(folder)
  return {
    publish,
    renderImage: publisher.renderImage,
    renderPage: async (path, view) => {
      try {
        return { html: await publisher.renderPage(path, view), hasRecord: true }
      } catch (error) {
        logger.error({ error, path }, 'a page is sent without its record; its script will read it')
        const { body } = findPage(read(), findShell(view), currentLanguage()).identity
        return { html: body.toString(), hasRecord: false }
      }
    },
    findEarlierAsset: async (path) => {
      const body = await store.findAsset(path)
      return body && createEarlierAsset(path, body)
    },
    readStale: publisher.readStale,
    read,
    waitForFirstRelease: async (signal) => {
      const untilAborted = <Value>(work: Promise<Value>) =>
        pTimeout(work, { milliseconds: Infinity, ...(signal && { signal }) })
      for (let lastFault = ''; !publisher.current();) {
        const outcome = await untilAborted(publisher.publish())
        if (outcome.state !== 'failed') continue
        const { error } = outcome
        if (!isContentError(error)) throw error
        if (error.message !== lastFault) log(`The site waits until its content is fixed. ${error.message}`)
        lastFault = error.message
        await sleep(retryDelay, undefined, { signal })
      }
      // With a deploy hook, only this publish updates this process's own pages.
      if (deployHook) await untilAborted(publisher.publish())
      // The first notification comes on connecting, and publishes missed changes.
      followContent()
      void watchFolder()
    },
    [Symbol.dispose]: () => {
      stopping.abort()
      clearTimeout(retry)
    },
  }
}
