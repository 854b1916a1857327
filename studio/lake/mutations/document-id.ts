import { randomUUID } from 'node:crypto'

const maxLength = 128
const pattern = /^[A-Za-z0-9_][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*$/

export function isDocumentId(id: unknown): id is string {
  if (typeof id !== 'string' || id.length > maxLength || !pattern.test(id)) return false
  const parts = id.split('.')
  if (parts[0] === 'drafts') return parts.length > 1
  if (parts[0] === 'versions') return parts.length > 2
  return true
}

/** Completes `drafts.` to `drafts.<new id>` as the hosted service does, and a missing id to a new one. */
export function completeDocumentId(id: unknown): unknown {
  if (id === undefined || id === '') return randomUUID()
  return typeof id === 'string' && id.endsWith('.') ? `${id}${randomUUID()}` : id
}

export function isDraftId(id: string): boolean {
  return id.startsWith('drafts.')
}

export function isVersionId(id: string): boolean {
  return id.startsWith('versions.')
}

/** Neither a draft nor a version. */
export function isPublishedId(id: string): boolean {
  return !isDraftId(id) && !isVersionId(id)
}

export function toPublishedId(id: string): string {
  if (isDraftId(id)) return id.slice('drafts.'.length)
  return isVersionId(id) ? id.split('.').slice(2).join('.') : id
}

export function toDraftId(id: string): string {
  return `drafts.${toPublishedId(id)}`
}

export function toVersionId(releaseId: string, id: string): string {
  return `versions.${releaseId}.${toPublishedId(id)}`
}

export function toReleaseId(id: string): string | undefined {
  return isVersionId(id) ? id.split('.')[1] : undefined
}
