import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The secret that lets programs of this machine's owner write, where no browser vouches for them. */
export function readToken(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, 'token'), 'utf8').trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The same, made at the first start: a file that its owner alone reads, whole or not there at all. */
export function keepToken(folder: string): string {
  const known = readToken(folder)
  if (known !== undefined) return known
  const path = join(folder, 'token')
  const draft = `${path}.${process.pid}`
  const token = randomBytes(32).toString('base64url')
  writeFileSync(draft, `${token}\n`, { mode: 0o600, flush: true })
  renameSync(draft, path)
  return token
}
