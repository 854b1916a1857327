import { type ErrorDetails, LakeError } from '../errors.ts'

/** The error of a transaction, which is applied completely or not at all. `index` is that of the mutation. */
export function mutationError(status: 400 | 409, details: ErrorDetails, index?: number): LakeError {
  return new LakeError(status, {
    type: 'mutationError',
    description: `The mutation(s) failed: ${details.description}`,
    items: [{ ...(index !== undefined && { index }), error: details }],
  })
}

/** Undefined unless `mutationError` made the error. */
export function toMutationErrorDetails(error: unknown) {
  if (!(error instanceof LakeError) || error.details.type !== 'mutationError') return undefined
  const [item] = error.details.items as [{ error: ErrorDetails }]
  return { status: error.status as 400 | 409, details: item.error }
}

function invalid(description: string, details: Record<string, unknown> = {}): LakeError {
  return mutationError(400, { type: 'validationError', description, ...details })
}

function conflict(type: string, description: string, details: Record<string, unknown>): LakeError {
  return mutationError(409, { type, description, ...details })
}

/** The messages are those of the hosted service where they are known. */
export const mutationErrors = {
  malformed: (description: string) => invalid(description),
  malformedId: (id: unknown) => invalid(`Malformed document ID: ${JSON.stringify(id)?.slice(0, 200)}`),
  typeMissing: (id: string) => invalid(`Document "${id}" needs a _type, a string that is not empty`, { id }),
  typeChanged: (id: string, from: string, to: unknown) =>
    invalid(`Document "${id}" is of type "${from}", which cannot become "${String(to)}"`, { id }),
  idChanged: (id: string) => invalid(`The _id of document "${id}" cannot be changed`, { id }),
  exists: (id: string) =>
    conflict('documentAlreadyExistsError', `Document by ID "${id}" already exists`, { id }),
  notFound: (id: string) =>
    conflict('documentNotFoundError', `The document with the ID "${id}" was not found`, { id }),
  wrongRevision: (id: string, current: string | undefined, expected: string) =>
    conflict(
      'documentRevisionIDDoesNotMatchError',
      `Document "${id}" has unexpected revision ID ("${current ?? ''}"), expected "${expected}"`,
      { id, currentRevisionID: current ?? '', expectedRevisionID: expected },
    ),
  transactionExists: (id: string) =>
    conflict('transactionAlreadyExistsError', `Transaction ID "${id}" has been used already`, {
      transactionId: id,
    }),
  brokenReference: (id: string, referenceID: string) =>
    conflict(
      'documentReferenceDoesNotExistError',
      `Document "${id}" references non-existent document "${referenceID}"`,
      { id, referenceID },
    ),
  stillReferenced: (id: string, referencingIDs: readonly string[]) =>
    conflict(
      'documentHasExistingReferencesError',
      `Document "${id}" cannot be deleted as there are references to it from "${referencingIDs[0]}"`,
      { id, referencingIDs },
    ),
}
