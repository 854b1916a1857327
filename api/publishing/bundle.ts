import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { CreateRenderer } from '#domain/pages/renderer.ts'
import { buildOnce, readSourceVersion, runBuildScript } from '../runtime/build-once.ts'
import { listFiles } from '../runtime/list-files.ts'
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
  for (const path of await listFiles(client)) assets.set(path, await readFile(join(client, path)))
  return assets
}
