/** One fault of one mutation; `index` is its place in the request. */
export type MutationFault = {
  index?: number
  error: { type: string; description: string; [detail: string]: unknown }
}

/** Nothing of a transaction was applied, and why. */
export class MutationError extends Error {
  override name = 'MutationError'
  readonly status: 400 | 409
  readonly items: MutationFault[]

  constructor(status: 400 | 409, items: MutationFault[]) {
    super(`The mutation(s) failed: ${items[0]?.error.description ?? 'no reason given'}`)
    this.status = status
    this.items = items
  }
}

function fault(status: 400 | 409, type: string, description: string, details: Record<string, unknown> = {}) {
  return (index?: number) =>
    new MutationError(status, [
      { ...(index !== undefined && { index }), error: { type, description, ...details } },
    ])
}

/** The faults of mutations, in the Content Lake's own words where they are known. */
export const mutationErrors = {
  malformed: (description: string) => fault(400, 'validationError', description),
  malformedId: (id: unknown) =>
    fault(400, 'validationError', `Malformed document ID: ${JSON.stringify(id)?.slice(0, 200)}`),
  typeMissing: (id: string) =>
    fault(400, 'validationError', `Document "${id}" needs a _type, a string that is not empty`, { id }),
  typeChanged: (id: string, from: string, to: unknown) =>
    fault(
      400,
      'validationError',
      `Document "${id}" is of type "${from}", which cannot become "${String(to)}"`,
      {
        id,
      },
    ),
  idChanged: (id: string) =>
    fault(400, 'validationError', `The _id of document "${id}" cannot be changed`, { id }),
  exists: (id: string) =>
    fault(409, 'documentAlreadyExistsError', `Document by ID "${id}" already exists`, { id }),
  notFound: (id: string) =>
    fault(409, 'documentNotFoundError', `The document with the ID "${id}" was not found`, { id }),
  wrongRevision: (id: string, current: string | undefined, expected: string) =>
    fault(
      409,
      'documentRevisionIDDoesNotMatchError',
      `Document "${id}" has unexpected revision ID ("${current ?? ''}"), expected "${expected}"`,
      { id, currentRevisionID: current ?? '', expectedRevisionID: expected },
    ),
  transactionExists: (id: string) =>
    fault(409, 'transactionAlreadyExistsError', `Transaction ID "${id}" has been used already`, {
      transactionId: id,
    }),
  brokenReference: (id: string, referenceID: string) =>
    fault(
      409,
      'documentReferenceDoesNotExistError',
      `Document "${id}" references non-existent document "${referenceID}"`,
      { id, referenceID },
    ),
  stillReferenced: (id: string, referencingIDs: readonly string[]) =>
    fault(
      409,
      'documentHasExistingReferencesError',
      `Document "${id}" cannot be deleted as there are references to it from "${referencingIDs[0]}"`,
      { id, referencingIDs },
    ),
}
