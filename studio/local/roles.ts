import type { CurrentUser } from 'sanity'
import { isLocal } from '../env.ts'

const tools: Record<string, readonly string[]> = {
  editor: ['structure', 'import', 'releases'],
  organiser: ['structure', 'import'],
  moderator: ['moderation'],
}

type User = Pick<CurrentUser, 'roles'> | null | undefined

/**
 * The names of the tools for the user's role in the local Studio; undefined for all. They are only hidden here: the
 * Content Lake and the site refuse what the role does not allow.
 */
export function toolsOf(user: User): readonly string[] | undefined {
  return isLocal ? tools[roleOf(user)] : undefined
}

/** Whether the user edits events, venues and import sources only. */
export function isOrganiser(user: User): boolean {
  return isLocal && roleOf(user) === 'organiser'
}

/** Whether the user may write no documents. */
export function isModerator(user: User): boolean {
  return isLocal && roleOf(user) === 'moderator'
}

function roleOf(user: User): string {
  return user?.roles[0]?.name ?? ''
}
