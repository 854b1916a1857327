import { LakeError } from '../errors.ts'
import { faultOf, mutationError, mutationErrors } from '../mutations/errors.ts'

function notSupported(description: string): LakeError {
  return mutationError(400, { type: 'actionNotSupportedError', description })
}

export const actionErrors = {
  ...mutationErrors,
  notSupported: (actionType: string) =>
    notSupported(
      `The local Content Lake has no releases, variants or schedules: it cannot do "${actionType}"`,
    ),
  purgeNotSupported: () => notSupported('The local Content Lake keeps all history: "purge" is refused'),
  unknown: (actionType: unknown) =>
    mutationErrors.malformed(`Unknown action type ${JSON.stringify(actionType) ?? 'undefined'}`),
  draftNotIncluded: (id: string) =>
    mutationError(409, {
      type: 'validationError',
      description: `"${id}" exists and is not named in "includeDrafts"`,
    }),
}

/** Turns the error of a mutation into that of the action, with its index in the request if it is known. */
export function toActionError(error: unknown, index?: number): unknown {
  const found = faultOf(error)
  if (!found) return error
  return new LakeError(found.status, {
    type: 'actionError',
    description: `The action(s) failed: ${found.fault.description}`,
    items: [{ ...(index !== undefined && { index }), error: found.fault }],
  })
}
