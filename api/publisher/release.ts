import { getMimeType } from 'hono/utils/mime'
import { type PreparedAnswer, prepareAnswer } from '../http/prepared-answer.ts'
import { pagePolicy } from '../http/security-headers.ts'
import type { KnownCompressed } from './compressed.ts'
import { type InlineHashes, readInlineHashes } from './inline-hashes.ts'
import { cutShell, type Shell } from './fill-shell.ts'
import { languages, type Language } from '#domain/language.ts'
import { fileIn, type LocalFile, type PageFile, markedShells, type ShellFile } from './pages.ts'
import { isAsset } from './earlier-assets.ts'
import type { Previous, RenderedRelease } from './render.ts'

/** A finished release, held in memory and compressed once. */
export type Release = {
  id: string
  /** By path below the release's folder: `index.html`, `_astro/….js`. */
  files: ReadonlyMap<string, PreparedAnswer>
  /** The shells of the dynamic routes in each language, cut where they are filled. */
  shells: ReadonlyMap<LocalFile, Shell>
} & Pick<RenderedRelease, 'pages' | 'documents'>

/** A page of a release in a language. Throws for a release that lacks it, which none that was created does. */
export function findPage({ files }: Release, file: PageFile, language: Language): PreparedAnswer {
  const found = files.get(fileIn(language, file))
  if (!found) throw new Error(`The release lacks ${file}`)
  return found
}

/** A shell of a release in a language, cut. Throws as `findPage` does. */
export function findShell(release: Release, file: ShellFile, language: Language): Shell {
  const found = release.shells.get(fileIn(language, file))
  if (!found) throw new Error(`The release lacks ${file}`)
  return found
}

/**
 * Takes a release's files into memory: compresses what neither `previous` has nor is `known` to be compressed, and works
 * out each page's policy. Throws ShellError for a shell that could not be filled.
 */
export async function createRelease(
  id: string,
  { files: source, pages, documents }: Pick<RenderedRelease, 'files'> & Partial<Previous>,
  { previous, known }: { previous?: Release | undefined; known?: KnownCompressed } = {},
): Promise<Release> {
  const files = [...source].map(async ([path, body]) => {
    const before = previous?.files.get(path)
    if (before?.identity.body.equals(body)) return [path, before] as const
    const headers = headersOf(path, body, pages?.get(path as LocalFile)?.inline)
    return [path, await prepareAnswer(body, headers, 'often', known)] as const
  })
  const prepared = new Map(await Promise.all(files))
  return {
    id,
    files: prepared,
    shells: cutShells(id, prepared),
    pages: pages ?? new Map(),
    documents: documents ?? new Map(),
  }
}

function cutShells(id: string, files: Release['files']): Release['shells'] {
  const names = languages.flatMap((language) => markedShells.map(({ file }) => fileIn(language, file)))
  const cut = names.map((file) => {
    const html = files.get(file)?.identity.body.toString()
    if (html === undefined) throw new Error(`The release ${id} lacks ${file}`)
    return [file, cutShell(file, html)] as const
  })
  return new Map(cut)
}

/** A file that only an earlier release has, for a page that is still open: named by its bytes, it is what it was. */
export async function prepareEarlierFile(path: string, body: Buffer<ArrayBuffer>): Promise<PreparedAnswer> {
  return prepareAnswer(body, headersOf(path), 'often')
}

/** What an answer with this file says of it, beside what every answer says. A page's policy is that of `inline`. */
export function headersOf(
  path: string,
  body: Buffer = Buffer.alloc(0),
  inline?: InlineHashes,
): Record<string, string> {
  const headers = {
    'Content-Type': getMimeType(path) ?? 'application/octet-stream',
    'Cache-Control': isAsset(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  if (!path.endsWith('.html')) return headers
  return { ...headers, ...pageHeaders(body.toString(), inline) }
}

/** The headers of a page, from the release or drawn with a record; `inline` where they are known. */
export function pageHeaders(html: string, inline = readInlineHashes(html)): Record<string, string> {
  return {
    'Content-Type': 'text/html',
    'Cache-Control': 'no-cache',
    // The language is chosen by a cookie.
    Vary: 'Cookie',
    'Content-Security-Policy': pagePolicy(inline),
  }
}
