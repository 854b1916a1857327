import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../env.ts'
import { type Content, openContent } from './content.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The content for a command that ends: that of the environment, else the local Content Lake that runs over the data
 * folder, or one that is started for as long.
 */
export async function findContent(environment: Environment, log: (line: string) => void): Promise<Content> {
  const port = environment.SANITY_PROJECT_ID === undefined && (await readLakePort(environment.DATA_DIR))
  if (!port) return openContent({ ...environment, STUDIO_PORT: 0 }, { checkout, log })
  const SANITY_API_HOST = `http://127.0.0.1:${port}`
  return openContent({ ...environment, SANITY_PROJECT_ID: 'local', SANITY_API_HOST }, { checkout, log })
}

/** The lake notes its port while it runs (studio/lake/README.md). A note that a crash left behind is not believed. */
async function readLakePort(dataFolder: string): Promise<number | undefined> {
  const port = await readFile(join(resolve(dataFolder), 'content', 'port'), 'utf8').then(
    Number,
    () => undefined,
  )
  if (!port) return undefined
  const answer = await fetch(`http://127.0.0.1:${port}/v1/ping`).catch(() => undefined)
  return answer?.ok ? port : undefined
}
