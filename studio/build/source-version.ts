import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const sources = ['studio/**', 'api/domain/**', 'sanity.config.ts', 'sanity.cli.ts', 'package-lock.json']

/** Not part of the built Studio. */
const besides = /^studio\/(lake|seed|e2e)\/|^studio\/schema\.json$|\.test\.tsx?$|\.md$/

/** A hash of the Studio's sources and settings. */
export async function readSourceVersion(
  root: string,
  settings: Record<string, string | undefined>,
): Promise<string> {
  const files: string[] = []
  for await (const name of glob(sources, { cwd: root })) files.push(name.replaceAll('\\', '/'))
  const hash = createHash('sha256').update(JSON.stringify(settings))
  for (const name of files.filter((file) => !besides.test(file)).toSorted()) {
    const content = await readFile(join(root, name)).catch(ignoreFolder)
    if (content) hash.update(`\0${name}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

function ignoreFolder(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EISDIR') throw error
}
