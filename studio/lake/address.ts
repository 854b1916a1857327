import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localEditor } from './http/access.ts'
import { readToken } from './token.ts'

/** Notes in the folder where its Content Lake listens, for other programs of its owner. */
export async function noteAddress(folder: string, port: number): Promise<AsyncDisposable> {
  const path = join(folder, 'port')
  await writeFile(path, `${port}\n`, { mode: 0o600 })
  return { [Symbol.asyncDispose]: () => rm(path, { force: true }) }
}

/**
 * The Content Lake that runs over the folder, or undefined where there is none. A note that a crash left behind is
 * believed only when who answers there takes the folder's token for its own.
 */
export async function findRunning(folder: string) {
  const port = Number(await readFile(join(folder, 'port'), 'utf8').catch(() => Number.NaN))
  const token = readToken(folder)
  if (!Number.isInteger(port) || token === undefined || !(await answersTo(token, port))) return undefined
  return { port, token, [Symbol.asyncDispose]: async () => {} }
}

async function answersTo(token: string, port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/v2025-02-19/users/me`, {
      headers: { Authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(5_000),
    })
    return ((await answer.json()) as { id?: string }).id === localEditor.id
  } catch {
    return false
  }
}
