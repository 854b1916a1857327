import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const checkout = fileURLToPath(new URL('../../..', import.meta.url))

/** The folder of the Studio of the present sources, built if it is not there. Rejects with what the build said. */
export async function buildStudio(): Promise<string> {
  const program = join(checkout, 'api', 'cli', 'build-studio.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: checkout })
  return stdout.trim()
}
