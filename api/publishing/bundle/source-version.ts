import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { sep } from 'node:path'

const sources = ['site/**', 'api/domain/**', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json']
const besides = /(^site\/e2e\/|\.test\.tsx?$|\.md$)/

/** The same files give the same name. */
export async function readSourceVersion(root: string): Promise<string> {
  const files: string[] = []
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(`${entry.parentPath}${sep}${entry.name}`)
  }
  const hash = createHash('sha256')
  for (const file of files.toSorted()) {
    const name = file.slice(root.length).replaceAll(sep, '/').replace(/^\//, '')
    if (!besides.test(name))
      hash
        .update(`${name}\0`)
        .update(await readFile(file))
        .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}
