import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ContentSettings } from '#domain/content-settings.ts'
import { ensureBuild } from '#domain/ensure-build.ts'
import type { Language } from '#domain/language.ts'
import type { PageView } from '#domain/page-view.ts'
import { readSourceVersion } from './source-version.ts'

/** What all pages of a release are rendered with. */
export type RenderSettings = {
  /** The origin of absolute links. */
  siteUrl: string
  /** Where the content is. */
  content: ContentSettings
  /** What readers can choose; all unless said otherwise. */
  languages?: readonly Language[]
}

/** A rendered path, and what it read: a digest of each part of the content by the part's name. */
export type RenderedPath = { status: number; body: Uint8Array; reads: Record<string, string> }

export type Renderer = {
  /** Rejects with the reason where the content does not make a whole page. */
  render: (path: string, language: Language, view?: PageView) => Promise<RenderedPath>
  /** The digest of a part of the content that some page has read before. */
  readDigest: (part: string) => Promise<string | undefined>
}

/** What `site/bundle.ts` exports once it is built. One renderer reads each part of the content once. */
export type PageBundle = { createRenderer: (settings: RenderSettings) => Renderer }

export type BuiltBundle = {
  folder: string
  /** The browser's assets and the public files. */
  clientFolder: string
  load: () => Promise<PageBundle>
}

/** The page bundle of the present sources, built if it is not there. Throws the bundler's error. */
export async function ensureBundle(root: string, log: (line: string) => void): Promise<BuiltBundle> {
  const folder = await ensureBuild({
    name: 'pages',
    builds: join(root, '.build', 'site'),
    version: await readSourceVersion(root),
    make: (outDir) => build(root, outDir),
    log,
  })
  return {
    folder,
    clientFolder: join(folder, 'client'),
    load: async () => (await import(pathToFileURL(join(folder, 'server', 'entry.mjs')).href)) as PageBundle,
  }
}

async function build(root: string, outDir: string): Promise<void> {
  process.env['ASTRO_TELEMETRY_DISABLED'] = '1'
  process.env['NODE_ENV'] = 'production'
  // Only now: a start that finds its bundle needs no bundler.
  const astro = await import('astro')
  await astro.build({ root, outDir, logLevel: 'warn' })
}
