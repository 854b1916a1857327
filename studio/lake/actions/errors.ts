import type { MutationFault } from '../mutations/errors.ts'

/** An action that cannot be done; nothing of its request was applied. */
export class ActionError extends Error {
  override name = 'ActionError'
  readonly status: 400 | 409
  readonly items: MutationFault[]

  constructor(status: 400 | 409, fault: MutationFault) {
    super(`The action(s) failed: ${fault.error.description}`)
    this.status = status
    this.items = [fault]
  }

  /** The same, with the place of the action in its request. */
  at(index: number): ActionError {
    const [fault] = this.items
    return fault ? new ActionError(this.status, { ...fault, index }) : this
  }
}

function refusal(status: 400 | 409, type: string, description: string): ActionError {
  return new ActionError(status, { error: { type, description } })
}

/** The faults of actions. */
export const actionErrors = {
  malformed: (description: string) => refusal(400, 'validationError', description),
  notSupported: (actionType: string) =>
    refusal(
      400,
      'actionNotSupportedError',
      `The local Content Lake has no releases, variants or schedules: it cannot do "${actionType}"`,
    ),
  purgeNotSupported: () =>
    refusal(400, 'actionNotSupportedError', 'The local Content Lake keeps all history: "purge" is refused'),
  unknown: (actionType: unknown) =>
    refusal(400, 'validationError', `Unknown action type ${JSON.stringify(actionType) ?? 'undefined'}`),
  notFound: (id: string) =>
    refusal(409, 'documentNotFoundError', `The document with the ID "${id}" was not found`),
  exists: (id: string) => refusal(409, 'documentAlreadyExistsError', `Document by ID "${id}" already exists`),
  wrongRevision: (id: string, current: string | undefined, expected: string) =>
    refusal(
      409,
      'documentRevisionIDDoesNotMatchError',
      `Document "${id}" has unexpected revision ID ("${current ?? ''}"), expected "${expected}"`,
    ),
  draftNotIncluded: (id: string) =>
    refusal(409, 'validationError', `"${id}" exists and is not named in "includeDrafts"`),
}
