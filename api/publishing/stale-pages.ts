import { z } from 'zod'
import { isContentError } from '#domain/content/content-error.ts'
import { listRoutes, pages } from '#domain/pages/pages.ts'
import type { FaultyPage } from './render.ts'

export const stalePageSchema = z.object({
  /** Path or pattern: `/about`, `/listing/:id`. */
  page: z.string(),
  /** ISO 8601 in UTC. */
  since: z.string(),
  /** For health and the Studio: without host names. */
  reason: z.string(),
  /** For the log: with the cause. */
  detail: z.string(),
  /** Ids of documents that the page shows in an earlier state. */
  behind: z.array(z.string()),
  /** Whether a retry may succeed without a change of the content. */
  isTransient: z.boolean(),
})

export type StalePage = z.infer<typeof stalePageSchema>

/** A page that was stale before keeps its `since`. */
export function listStalePages(
  faulty: readonly FaultyPage[],
  before: readonly StalePage[],
  now: Date,
): StalePage[] {
  return faulty.map(({ file, error, behind }) => {
    const page = namePage(file)
    const since = before.find((stale) => stale.page === page)?.since ?? now.toISOString()
    const { reason, ...rest } = describe(error)
    // A document may have thousands of errors.
    const short = reason.length > 2_000 ? `${reason.slice(0, 2_000)}…` : reason
    return { page, since, behind, ...rest, reason: short }
  })
}

function namePage(file: FaultyPage['file']): string {
  const [page] = pages.filter((one) => one.file === file)
  return page ? (listRoutes(page)[0] ?? page.path) : file
}

function describe(error: Error): Pick<StalePage, 'reason' | 'detail' | 'isTransient'> {
  const { message, stack = message } = error
  if (!isContentError(error))
    return { reason: `The site could not prepare this page. ${inTheLog}`, detail: stack, isTransient: false }
  if (error.code === 'content-faulty') return { reason: message, detail: message, isTransient: false }
  // The rest of the message names hosts and ports.
  const [subject] = message.split(': ')
  return { reason: `${subject}: could not be read. ${inTheLog}`, detail: message, isTransient: true }
}

const inTheLog = 'The reason is in the log of the server.'
