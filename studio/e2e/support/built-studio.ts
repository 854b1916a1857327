import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const checkout = fileURLToPath(new URL('../../..', import.meta.url))

/** Builds pages and Studio unless they are up to date. Returns its folder; rejects with the build's output. */
export async function buildStudio(): Promise<string> {
  const program = join(checkout, 'api', 'cli', 'prepare-version.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: checkout })
  return stdout.trim()
}
