import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Third-party programs that validate our output. Missing ones are installed with `apt-get`, which needs root. */
export async function ensureDebianPackages(...packages: string[]): Promise<void> {
  if (await areInstalled(packages)) return
  const command = `apt-get install ${packages.join(' ')}`
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0)
    throw new Error(`These tests need Debian packages. Install them first: ${command}`)
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3']
  // Test files may begin together, and `apt-get update` does not wait for another one.
  const locked = ['/var/lib/apt/founderlist-tests.lock', 'apt-get', ...options]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('flock', [...locked, 'update'], { env })
  await run('flock', [...locked, 'install', '--no-install-recommends', ...packages], { env })
}

async function areInstalled(packages: string[]): Promise<boolean> {
  const listed = await run('dpkg-query', ['-W', '-f', '${Status}\n', ...packages]).catch(() => undefined)
  return (
    listed?.stdout
      .trim()
      .split('\n')
      .every((status) => status.endsWith('ok installed')) ?? false
  )
}
