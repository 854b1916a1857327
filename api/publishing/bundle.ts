import { glob, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { CreateRenderer } from '#domain/pages/renderer.ts'
import { buildOnce, readSourceVersion, runBuildScript } from '../runtime/build-once.ts'
import type { ReleaseFiles } from './render.ts'

/** The exports of `site/bundle.ts`. */
export type PageBundle = { createRenderer: CreateRenderer }

export type BuiltBundle = {
  version: string
  assets: ReleaseFiles
  /** Brotli-compressed assets by path. */
  compressed: ReleaseFiles
  load: () => Promise<PageBundle>
}

const sources = {
  include: ['site/**', 'api/domain/**', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'],
  exclude: /^site\/e2e\/|\.test\.tsx?$|\.md$/,
}
const script = fileURLToPath(new URL('build-bundle.ts', import.meta.url))

/** Builds the bundle if needed, in a child process to free the memory. Throws OperatorError or AbortError. */
export async function ensureBundle(
  checkout: string,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<BuiltBundle> {
  const version = await readSourceVersion(checkout, sources)
  const folder = await buildOnce({
    name: 'pages',
    memory: 400,
    builds: join(checkout, '.build', 'site'),
    version,
    make: (target) => runBuildScript('pages', [script, checkout, target], signal),
    log,
  })
  return {
    version,
    ...(await readAssets(join(folder, 'client'))),
    load: async () => {
      // React's development build is slow and large.
      process.env['NODE_ENV'] ??= 'production'
      return (await import(pathToFileURL(join(folder, 'server', 'entry.mjs')).href)) as PageBundle
    },
  }
}

async function readAssets(client: string): Promise<Pick<BuiltBundle, 'assets' | 'compressed'>> {
  const [assets, compressed]: [ReleaseFiles, ReleaseFiles] = [new Map(), new Map()]
  for await (const entry of glob('**', { cwd: client, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = relative(client, file).replaceAll(sep, '/')
    if (path.endsWith('.br')) compressed.set(path.slice(0, -'.br'.length), await readFile(file))
    else assets.set(path, await readFile(file))
  }
  return { assets, compressed }
}
