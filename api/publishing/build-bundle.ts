import { build } from 'astro'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import manifest from '../../package.json' with { type: 'json' }

// Child process of bundle.ts: builds the page bundle of a checkout into a folder and compresses its files, as
// releases/compressed-copies.ts does, at the highest quality. Exits when its parent does. Writes the reason of a failure to standard
// error.
process.stdin.once('end', () => process.exit(1)).resume()
const [, , root = '', outDir = ''] = process.argv
try {
  // A server that only serves has no development packages: the bundle contains what it needs of them.
  const ssr = { noExternal: true as const, external: Object.keys(manifest.dependencies) }
  await build({ root, outDir, logLevel: 'warn', vite: { ssr } })
  const cwd = join(outDir, 'client')
  for await (const path of glob('**/*.{js,css,svg,webmanifest}', { cwd })) {
    const body = await readFile(join(cwd, path))
    const copies = { br: brotliCompressSync(body), gz: gzipSync(body, { level: 9 }) }
    for (const [ending, copy] of Object.entries(copies))
      if (copy.length < body.length) await writeFile(join(cwd, `${path}.${ending}`), copy)
  }
  process.exit(0)
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`, () => process.exit(1))
}
