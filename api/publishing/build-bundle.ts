import { build } from 'astro'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

// Child process of bundle.ts: builds the page bundle of a checkout into a folder and compresses the content-hashed
// assets. Exits when its parent does. Writes the reason of a failure to standard error.
process.stdin.once('end', () => process.exit(1)).resume()
const [, , root = '', outDir = ''] = process.argv
try {
  await build({ root, outDir, logLevel: 'warn' })
  const cwd = join(outDir, 'client')
  for await (const path of glob('_astro/**/*.{js,css,svg}', { cwd }))
    for (const [ending, compress] of [
      ['br', brotliCompressSync],
      ['gz', gzipSync],
    ] as const)
      await writeFile(join(cwd, `${path}.${ending}`), compress(await readFile(join(cwd, path))))
  process.exit(0)
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`, () => process.exit(1))
}
