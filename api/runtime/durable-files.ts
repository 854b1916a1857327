import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'

/** The file is synced to disk when this resolves; the caller has to sync the folder, too. */
export async function writeDurably(path: string, body: string | Buffer, mode?: number): Promise<void> {
  await writeFile(path, body, { flush: true, mode })
}

/** Does nothing on file systems that cannot sync folders. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path)
  await folder.sync().catch(() => undefined)
}

/** Undefined for a missing file, `damaged` for one that does not fit the schema. */
export async function readJson<Value>(
  path: string,
  schema: z.ZodType<Value>,
): Promise<Value | 'damaged' | undefined> {
  const text = await readFile(path, 'utf8').catch(ignoreMissing)
  return text === undefined ? undefined : (schema.safeParse(parseJson(text)).data ?? 'damaged')
}

export async function writeJson(path: string, value: unknown): Promise<void> {
  await writeAtomically(path, JSON.stringify(value))
}

export async function writeAtomically(path: string, text: string, mode?: number): Promise<void> {
  const partial = join(dirname(path), `.partial-${process.pid}-${basename(path)}`)
  await writeDurably(partial, text, mode)
  await rename(partial, path)
}

/** Renames a folder, or deletes it if another process has taken the name. */
export async function renameOrDiscard(partial: string, path: string): Promise<void> {
  try {
    await rename(partial, path)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await rm(partial, { recursive: true, force: true })
  }
}

export function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
