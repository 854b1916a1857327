import { isContentError } from '#domain/content/content-error.ts'
import type { PublishStatus, StalePages } from '#domain/content/publish-status.ts'
import { findPage, singletonTypes } from '#domain/pages/pages.ts'
import { listContentFaults } from '../../content/fault-queries.ts'
import type { Database } from '../../database/open.ts'
import type { Calendar } from '../../events/calendar.ts'
import { toEventId } from '../../events/event-document.ts'
import { findVenueRevision } from '../../events/record-queries.ts'
import { DeployFault } from '../outcome.ts'
import type { Publishing } from '../publish-loop.ts'
import type { Publisher } from '../publisher.ts'
import type { Release } from '../releases/release.ts'
import type { StalePage } from '../stale-pages.ts'

export type StatusDependencies = {
  sql: Database
  calendar: Pick<Calendar, 'findRevision'>
  publisher: Pick<Publisher, 'current' | 'readStale' | 'isRolledBack'>
  publishing: Pick<Publishing, 'failure' | 'handedOver'>
}

/** Rejects with errors of the database. */
export async function findPublishStatus(
  dependencies: StatusDependencies,
  documentId: string,
): Promise<PublishStatus> {
  return singletonTypes.includes(documentId)
    ? findPageStatus(dependencies, documentId)
    : findRecordStatus(dependencies, documentId)
}

export function findPageStatus(
  { publisher, publishing }: Pick<StatusDependencies, 'publisher' | 'publishing'>,
  documentId: string,
): PublishStatus {
  const stale = publisher.readStale().filter(({ behind }) => behind.includes(documentId))
  const handedOver = publishing.handedOver()
  const failure = publishing.failure()
  const reason = failure ? describe(failure) : publisher.isRolledBack() ? rolledBack : undefined
  const common = { path: findPage(documentId) ?? '/', ...(reason !== undefined && { reason }) }
  if (handedOver) {
    const revision = handedOver.get(documentId)
    return { revisions: revision === undefined ? [] : [revision], isHandedOver: true, ...common }
  }
  const release = publisher.current()
  return {
    revisions: release ? listRevisions(release, documentId) : [],
    ...(stale.length > 0 && { stale: join(stale) }),
    ...common,
  }
}

/** Several if a page was kept from an earlier release. */
function listRevisions({ pages, documents }: Release, documentId: string): string[] {
  const digests = new Set([...pages.values()].flatMap(({ reads }) => reads[documentId] ?? []))
  return [...digests].flatMap((digest) => {
    const { _rev } = Object(documents.get(digest)) as { _rev?: string }
    return _rev ?? []
  })
}

/** Visitors see an event once the in-memory calendar has its revision, a venue as soon as it is stored. */
async function findRecordStatus(
  { sql, calendar }: StatusDependencies,
  documentId: string,
): Promise<PublishStatus> {
  const [faults, ofVenue] = await Promise.all([listContentFaults(sql), findVenueRevision(sql, documentId)])
  const fault = faults.find((one) => one.documentId === documentId)
  const id = toEventId(documentId)
  const ofEvent = calendar.findRevision(id)
  const revision = ofEvent ?? ofVenue
  return {
    revisions: revision === undefined ? [] : [revision],
    ...(ofEvent !== undefined && { path: `/event/${id}` }),
    ...(fault && { reason: fault.reason }),
  }
}

/** Hides the messages of other errors, which may name hosts and paths. */
function describe(failure: Error): string {
  if (isContentError(failure)) return failure.code === 'content-unreadable' ? unread : failure.message
  return failure instanceof DeployFault ? failure.message : unprepared
}

function join(stale: readonly StalePage[]): StalePages {
  return {
    pages: stale.map(({ page }) => page),
    since: stale.map(({ since }) => since).toSorted()[0] ?? '',
    reason: [...new Set(stale.map(({ reason }) => reason))].join('\n'),
  }
}

const unread = 'The site could not read the content. The reason is in the log of the server.'
const unprepared = 'The site could not prepare its pages. The reason is in the log of the server.'
const rolledBack =
  'The site was set back to an earlier version. The next change of the content publishes the newest version again.'
