import { toMutationErrorDetails } from '../mutations/errors.ts'
import type { Store } from '../store/types.ts'
import { publishRelease } from './publish.ts'
import { type Release, releasePath, releaseType } from './release.ts'

/** The longest wait, in milliseconds: the machine may sleep meanwhile, or its clock be set forward. */
const maxWait = 10_000
/** Milliseconds. A release that is published later than this says so. */
const punctual = 60_000

/**
 * Publishes scheduled releases when they are due, or as soon as it runs again. The schedule is the state of the release
 * and changes in the same transaction as the documents, so neither a kill nor a clock publishes a release twice.
 */
export function openSchedule(store: Store, { report }: { report: (message: string) => void }) {
  let timer: NodeJS.Timeout | undefined
  let stopListening: (() => void) | undefined

  function publishDue(): void {
    let wait = 0
    for (const release of listScheduled(store)) {
      if (Date.parse(release.publishAt) > Date.now()) break
      try {
        publish(release)
      } catch (error) {
        // The disk may be full: try again later.
        report(`Release "${release.name}" could not be published: ${(error as Error).message}`)
        wait = maxWait
      }
    }
    setTimer(wait)
  }

  function publish(release: ScheduledRelease): void {
    const identity = release.userId ?? 'schedule'
    const publishedAt = new Date()
    const isLate = publishedAt.getTime() - Date.parse(release.publishAt) > punctual
    const mutations = publishRelease(release, store, publishedAt)
    try {
      store.transact({
        mutations: isLate ? [...mutations, noteDelay(release, publishedAt)] : mutations,
        identity,
      })
      if (isLate)
        report(`Release "${release.name}" was due at ${release.publishAt} and is published only now`)
    } catch (error) {
      const message = toMutationErrorDetails(error)?.details.description
      if (message === undefined) throw error
      const set = { state: 'active', error: { message } }
      store.transact({ mutations: [{ patch: { id: release._id, set, unset: ['publishAt'] } }], identity })
      report(`Release "${release.name}" could not be published, and is no longer scheduled: ${message}`)
    }
  }

  function setTimer(wait = 0): void {
    clearTimeout(timer)
    const [next] = listScheduled(store)
    if (!next) return
    const due = Date.parse(next.publishAt) - Date.now()
    timer = setTimeout(publishDue, Math.max(wait, Math.min(due, maxWait)))
  }

  return {
    start() {
      stopListening ??= store.afterCommit(({ changes }) => {
        if (changes.some(({ documentId }) => documentId.startsWith(releasePath))) setTimer()
      })
      publishDue()
    },
    stop() {
      stopListening?.()
      clearTimeout(timer)
    },
  }
}

type ScheduledRelease = Release & { publishAt: string }

/** Next first. */
function listScheduled(store: Store): ScheduledRelease[] {
  const isScheduled = (document: object): document is ScheduledRelease => {
    const { _type, state, publishAt } = document as Release
    return _type === releaseType && state === 'scheduled' && publishAt !== undefined
  }
  return store
    .all()
    .filter(isScheduled)
    .toSorted((one, other) => Date.parse(one.publishAt) - Date.parse(other.publishAt))
}

/** For the editors: the Studio shows the description. */
function noteDelay({ _id, metadata, publishAt }: ScheduledRelease, publishedAt: Date): unknown {
  const note = `Published late: at ${formatTime(publishedAt)} instead of ${formatTime(new Date(publishAt))}.`
  const description = [metadata.description, note].filter(Boolean).join('\n\n')
  return { patch: { id: _id, set: { 'metadata.description': description } } }
}

function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
