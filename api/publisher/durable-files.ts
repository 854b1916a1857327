import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'

/** Writes a file that survives a power cut as soon as this resolves, if its folder is synced too. */
export async function writeDurably(path: string, body: string | Buffer): Promise<void> {
  await writeFile(path, body, { flush: true })
}

/** Brings the names in a folder to the disk. Some file systems cannot; then nothing happens. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path)
  await folder.sync().catch(() => undefined)
}

/** The value of a JSON file: undefined where there is none, `damaged` where it is not of its schema. */
export async function readJson<Value>(
  path: string,
  schema: z.ZodType<Value>,
): Promise<Value | 'damaged' | undefined> {
  const text = await readFile(path, 'utf8').catch(ignoreMissing)
  return text === undefined ? undefined : (schema.safeParse(parseJson(text)).data ?? 'damaged')
}

/** Writes a JSON file in one step: whoever reads it finds what was there before, or all of this. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  const partial = join(dirname(path), `.partial-${process.pid}-${basename(path)}`)
  await writeDurably(partial, JSON.stringify(value))
  await rename(partial, path)
}

/** Gives a folder its name; false where that is taken by another process: then this one is deleted. */
export async function giveName(partial: string, path: string): Promise<boolean> {
  try {
    await rename(partial, path)
    return true
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await rm(partial, { recursive: true, force: true })
    return false
  }
}

/** Undefined for what is not there; throws any other error. */
export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
