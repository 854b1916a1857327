import { setTimeout as sleep } from 'node:timers/promises'
import type { CalendarEvent } from '#domain/events/event.ts'
import { listEventDays } from '#domain/events/when.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { daySource, eventSources, seriesSource, type Source } from '../answers/sources.ts'
import type { Notifications } from '../database/notifications.ts'
import { parseRowChange } from '../database/notifications.ts'
import type { Database } from '../database/open.ts'
import type { Logger } from '../runtime/log.ts'
import { listEvents, type StoredEvent } from './queries.ts'
import { createSnapshot, type Snapshot } from './snapshot.ts'

export type Calendar = ReturnType<typeof openCalendar>

type Options = {
  sql: Database
  notifications: Notifications
  answers: Pick<AnswerCache, 'invalidate' | 'invalidateAll'>
  logger: Logger
}

/** Limits, in milliseconds, of the pause after a read: three times its duration, so that bursts share a few reads. */
const [minPause, maxPause] = [25, 2_000]
/** Milliseconds until a failed read is retried, at least. */
const retryPause = 1_000

/** Keeps all events in memory. If the database is away, serves the last snapshot; `read` rejects only without one. */
export function openCalendar({ sql, notifications, answers, logger }: Options) {
  let snapshot: Snapshot | undefined
  const revisions = new WeakMap<CalendarEvent, string | undefined>()
  let isFullyStale = true
  const stale = new Set<string>()
  let reading: Promise<Snapshot> | undefined
  let refreshing: Promise<void> | undefined
  const stopping = new AbortController()
  const { signal } = stopping

  /** Concurrent calls share one read. */
  function refresh(): Promise<Snapshot> {
    reading ??= readStale().finally(() => (reading = undefined))
    return reading
  }

  async function readStale(): Promise<Snapshot> {
    const isFullRead = isFullyStale || !snapshot
    const ids = [...stale]
    isFullyStale = false
    stale.clear()
    try {
      const rows = await listEvents(sql, isFullRead ? undefined : ids)
      return serve(rows, isFullRead ? undefined : ids)
    } catch (error) {
      isFullyStale ||= isFullRead
      for (const id of ids) stale.add(id)
      throw error
    }
  }

  function serve(rows: StoredEvent[], ids: readonly string[] | undefined): Snapshot {
    const events = rows.map(({ event }) => event)
    for (const { event, revision } of rows) revisions.set(event, revision)
    if (!ids) answers.invalidateAll('events')
    else answers.invalidate([...ids.flatMap(eventSources), ...listGroupSources(ids, events)])
    if (ids && snapshot) snapshot.replace(ids, events)
    else snapshot = createSnapshot(events)
    return snapshot
  }

  /** The days and series that the changed events were in, and those that they are in now. */
  function listGroupSources(ids: readonly string[], changed: readonly CalendarEvent[]): Source[] {
    const before = ids.flatMap((id) => snapshot?.find(id) ?? [])
    const sources = [...before, ...changed].flatMap((event) => [
      ...listEventDays(event).map(daySource),
      ...(event.series === undefined ? [] : [seriesSource(event.series)]),
    ])
    return [...new Set(sources)]
  }

  /** Retries failed reads: a change is announced only once. */
  async function refreshUntilRead(): Promise<void> {
    while ((isFullyStale || stale.size > 0) && !signal.aborted) {
      const startedAt = performance.now()
      let pause = minPause
      await refresh().catch((error: unknown) => {
        pause = retryPause
        if (!signal.aborted) logger.warn({ error }, 'the calendar could not be read')
      })
      pause = Math.min(maxPause, Math.max(pause, 3 * (performance.now() - startedAt)))
      await sleep(pause, undefined, { signal }).catch(() => {})
    }
  }

  notifications.subscribe('events_changed', {
    onNotify: (payload) => {
      const change = parseRowChange(payload)
      if (change) for (const id of change.ids) stale.add(id)
      else isFullyStale = true
      refreshing ??= refreshUntilRead().finally(() => (refreshing = undefined))
    },
  })
  return {
    read: async () => snapshot ?? refresh(),
    /** The revision of the document of a served event, by the event's id. */
    findRevision: (id: string) => {
      const event = snapshot?.find(id)
      return event && revisions.get(event)
    },
    [Symbol.dispose]: () => stopping.abort(),
  }
}
