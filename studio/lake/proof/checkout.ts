import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

export const cache = join(import.meta.dirname, '../../../.data-proof')

/** The folder with a commit of a public repository on GitHub, downloaded at the first call. */
export function checkOut(repository: string, commit: string): string {
  const folder = join(cache, repository.replace('/', '-'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  mkdirSync(folder, { recursive: true })
  git('init', '--quiet')
  try {
    git('cat-file', '-e', commit)
  } catch {
    git('fetch', '--quiet', '--depth=1', `https://github.com/${repository}.git`, commit)
  }
  git('checkout', '--quiet', '--force', commit)
  return folder
}
