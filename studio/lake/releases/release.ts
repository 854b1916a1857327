import type { Documents } from '../mutations/apply.ts'
import { toReleaseId } from '../mutations/document-id.ts'
import { mutationError } from '../mutations/errors.ts'
import type { LakeDocument, Store } from '../store/types.ts'

export const releaseType = 'system.release'
export const releasePath = '_.releases.'

/** The document of a release, as the Studio reads it. A scheduled draft is a release with the cardinality `one`. */
export type Release = LakeDocument & {
  name: string
  state: 'active' | 'scheduled' | 'published' | 'archived'
  metadata: Record<string, unknown>
  /** ISO 8601; while it is scheduled, and kept when it was published on schedule. */
  publishAt?: string
  publishedAt?: string
  /** The versions that it had when it was published or archived. */
  finalDocumentStates?: { id: string }[]
  /** Who created or scheduled it: the author of a scheduled publish. */
  userId?: string
}

export function findRelease(documents: Documents, releaseId: string): Release | undefined {
  return documents.get(releasePath + releaseId) as Release | undefined
}

export function listVersions(documents: Documents, releaseId: string): LakeDocument[] {
  return documents.all().filter(({ _id }) => toReleaseId(_id) === releaseId)
}

/** Whether this version says that its document is unpublished with the release. */
export function isUnpublishing({ _system }: LakeDocument): boolean {
  return (_system as { delete?: unknown } | undefined)?.delete === true
}

/** Only while a release is active may its versions change, except together with its state. Throws LakeError 409. */
export function lockReleases(store: Store): void {
  store.beforeCommit(({ changes }) => {
    const changed = new Set(changes.map(({ documentId }) => documentId))
    for (const { documentId } of changes) {
      const releaseId = toReleaseId(documentId)
      const release = releaseId === undefined ? undefined : findRelease(store, releaseId)
      if (release && release.state !== 'active' && !changed.has(release._id))
        throw wrongState(release, `cannot change ${documentId}`)
    }
  })
}

export function wrongState({ name, state }: Release, refusal: string) {
  const advice = state === 'scheduled' ? ': unschedule it first' : ''
  return mutationError(409, {
    type: 'releaseStateError',
    description: `Release "${name}" is ${state} and ${refusal}${advice}`,
  })
}
