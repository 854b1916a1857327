import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeJson } from '../runtime/durable-files.ts'

const schema = z.object({
  /** ISO 8601 in UTC: when the proven archive was begun. */
  madeAt: z.string(),
  file: z.string(),
})

const nameIn = (dataFolder: string) => join(dataFolder, 'last-backup.json')

/** The last backup that was proven; undefined if there is none. */
export async function readLastBackup(dataFolder: string): Promise<z.infer<typeof schema> | undefined> {
  const found = await readJson(nameIn(dataFolder), schema)
  return found === 'damaged' ? undefined : found
}

export async function writeLastBackup(dataFolder: string, last: z.infer<typeof schema>): Promise<void> {
  await writeJson(nameIn(dataFolder), last)
}
