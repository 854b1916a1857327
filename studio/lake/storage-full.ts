/** SQLite's code for a file that cannot grow. */
const sqliteFull = 13

export const storageFullWords =
  'The disk of the Content Lake is full, and nothing of this was saved: make room on it, then try again'

/** Whether a write failed because there is no room, or no more of it for this account. */
export function isStorageFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return errcode === sqliteFull || code === 'ENOSPC' || code === 'EDQUOT'
}
