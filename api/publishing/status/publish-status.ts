import type { SanityClient } from '@sanity/client'
import type { PublishStatus } from '#domain/content/publish-status.ts'
import { singletonTypes } from '#domain/pages/pages.ts'
import { listPageChanges } from '../../content/change-queries.ts'
import type { Database } from '../../database/open.ts'
import type { Calendar } from '../../events/calendar.ts'
import type { Logger } from '../../runtime/log.ts'
import type { Outcome } from '../outcome.ts'
import { findEventStatus } from './event-status.ts'
import { createPageStatus } from './page-status.ts'
import { type PageRevision, readPageRevisions } from './page-revisions.ts'

export type PublishStatuses = {
  /** Call before a publish of `documents` (default: all); pass the outcome to the returned function. Never rejects. */
  begin: (documents?: ReadonlySet<string>) => Promise<(outcome: Outcome) => void>
  /** Undefined for an unknown document. Rejects with errors of the database. */
  find: (documentId: string) => Promise<PublishStatus | undefined>
}

type Options = {
  sql: Database
  client: SanityClient
  calendar: Calendar
  readRelease: () => string | undefined
  logger: Logger
}

export function createPublishStatus({
  sql,
  client,
  calendar,
  readRelease,
  logger,
}: Options): PublishStatuses {
  const pages = createPageStatus(readRelease)

  async function readRevisions(documents?: ReadonlySet<string>): Promise<PageRevision[]> {
    try {
      // Webhooks may be lost, so a publish of all documents reads the revisions from the content.
      return documents ? await listPageChanges(sql, [...documents]) : await readPageRevisions(client)
    } catch (error) {
      logger.warn({ error }, 'the content could not be read for the publish status')
      return []
    }
  }

  return {
    begin: async (documents) => {
      const revisions = await readRevisions(documents)
      return (outcome) => pages.recordOutcome(revisions, outcome, new Date())
    },
    find: async (documentId) =>
      singletonTypes.includes(documentId)
        ? pages.find(documentId)
        : findEventStatus(sql, calendar, documentId),
  }
}
