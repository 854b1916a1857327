import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readToken } from './token.ts'

/** Notes in the folder where its Content Lake listens, for other programs of its owner. */
export async function noteAddress(folder: string, port: number): Promise<AsyncDisposable> {
  await writeFile(pathOf(folder), `${port}\n`, { mode: 0o600 })
  return { [Symbol.asyncDispose]: () => forgetAddress(folder) }
}

/** Removes the note, be it one that a crash left behind. Only for who has the folder's store open. */
export function forgetAddress(folder: string): Promise<void> {
  return rm(pathOf(folder), { force: true })
}

/**
 * Where the Content Lake listens that has the folder's store open; undefined while it has not begun to. Only to be
 * asked once the store was found in use: without that, whoever has the port now would be handed the token.
 */
export async function readAddress(folder: string): Promise<{ port: number; token: string } | undefined> {
  const port = Number(await readFile(pathOf(folder), 'utf8').catch(() => Number.NaN))
  const token = readToken(folder)
  return Number.isInteger(port) && port > 0 && token !== undefined ? { port, token } : undefined
}

function pathOf(folder: string): string {
  return join(folder, 'port')
}
