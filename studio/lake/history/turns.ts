import type { DatabaseSync } from 'node:sqlite'
import { type Heading, toHeading } from './statements.ts'

/** That a transaction changed a document, without either state of it. */
export type Step = { documentId: string; revisionBefore: string | undefined; isThere: boolean }

/** A transaction in which a document came, went, or changed where it is published. */
export type Turn = Heading & { steps: Step[] }

/**
 * The turns in the life of a document, the newest first, from the transaction `from` back. Edits of a draft, of which
 * there may be any number between two turns, are passed over in the database.
 */
export function* eachTurn(
  database: DatabaseSync,
  { publishedId, versionId, from }: { publishedId: string; versionId: string; from: number | undefined },
): Generator<Turn> {
  const selectTurns = database.prepare(
    `SELECT sequence, id, timestamp, identity FROM transactions
     WHERE sequence <= ? AND sequence IN (
       SELECT sequence FROM changes
       WHERE document_id IN (?, ?) AND (before IS NULL OR after IS NULL OR document_id = ?)
     ) ORDER BY sequence DESC`,
  )
  const selectSteps = database.prepare(
    `SELECT document_id, json_extract(before, '$._rev') AS revision_before, after IS NOT NULL AS is_there
     FROM changes WHERE sequence = ? AND document_id IN (?, ?) ORDER BY position`,
  )
  for (const row of selectTurns.iterate(
    from ?? Number.MAX_SAFE_INTEGER,
    publishedId,
    versionId,
    publishedId,
  )) {
    const heading = toHeading(row)
    yield { ...heading, steps: selectSteps.all(heading.sequence, publishedId, versionId).map(toStep) }
  }
}

function toStep({ document_id, revision_before, is_there }: Record<string, unknown>): Step {
  return {
    documentId: String(document_id),
    revisionBefore: revision_before === null ? undefined : String(revision_before),
    isThere: is_there === 1,
  }
}
