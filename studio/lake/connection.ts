import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The port and write token of a running lake, stored in its folder for other programs of the owner. */
export type Connection = { port: number; token: string }

/** A secret such as the write token: created at the first start, readable by the owner only. */
export function openSecret(folder: string, name: string): string {
  const path = join(folder, name)
  const existing = readOptional(path)
  if (existing) return existing
  const temporary = `${path}.${process.pid}`
  const secret = randomBytes(32).toString('base64url')
  writeFileSync(temporary, `${secret}\n`, { mode: 0o600, flush: true })
  renameSync(temporary, path)
  return secret
}

export function writePort(folder: string, port: number): void {
  writeFileSync(join(folder, 'port'), `${port}\n`, { mode: 0o600 })
}

/** Also deletes the port of a killed process. Call it only while holding the folder's store. */
export function deletePort(folder: string): void {
  rmSync(join(folder, 'port'), { force: true })
}

/**
 * The running lake of a folder; undefined if it does not listen yet. Call it only after finding the store in use:
 * otherwise another program may have the port, and would get the token.
 */
export function readConnection(folder: string): Connection | undefined {
  const port = Number(readOptional(join(folder, 'port')))
  const token = readOptional(join(folder, 'token'))
  return Number.isInteger(port) && port > 0 && token ? { port, token } : undefined
}

function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
