import { glob, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { CreateRenderer } from '#domain/pages/renderer.ts'
import { buildOnce, readSourceVersion, runBuildScript } from '../runtime/build-once.ts'
import type { ReleaseFiles } from './render.ts'

export type PageBundle = { createRenderer: CreateRenderer }

const sources = {
  // Besides the pages' own sources, those of the other files in a release.
  include: [
    'site/**',
    'api/domain/**',
    'api/html/**',
    'api/http/security-headers.ts',
    'api/publishing/**',
    'astro.config.mjs',
    'package-lock.json',
    'tsconfig.json',
  ],
  exclude: /^site\/e2e\/|\.test\.tsx?$|\.md$/,
}
const script = fileURLToPath(new URL('build-bundle.ts', import.meta.url))

/** Builds the bundle if needed, in a child process to free the memory. Throws OperatorError or AbortError. */
export async function ensureBundle(checkout: string, log: (line: string) => void, signal?: AbortSignal) {
  const version = await readSourceVersion(checkout, sources)
  const folder = await buildOnce({
    name: 'pages',
    memory: 400,
    tool: 'astro',
    builds: join(checkout, '.build', 'site'),
    version,
    make: (target) => runBuildScript('pages', [script, checkout, target], signal),
    log,
  })
  return {
    version,
    /** With compressed copies beside the content-hashed ones (releases/compressed-copies.ts). */
    assets: await readAssets(join(folder, 'client')),
    load: async () => {
      // React's development build is slow and large.
      process.env['NODE_ENV'] ??= 'production'
      return (await import(pathToFileURL(join(folder, 'server', 'entry.mjs')).href)) as PageBundle
    },
  }
}

async function readAssets(client: string): Promise<ReleaseFiles> {
  const assets: ReleaseFiles = new Map()
  for await (const entry of glob('**', { cwd: client, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    assets.set(relative(client, file).replaceAll(sep, '/'), await readFile(file))
  }
  return assets
}
