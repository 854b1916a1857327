import { getMimeType } from 'hono/utils/mime'
import { type PreparedAnswer, prepareAnswer } from '../http/prepared-answer.ts'
import { pagePolicy } from '../http/security-headers.ts'
import type { KnownCompressed } from './compressed.ts'
import { readInlineHashes } from './inline-hashes.ts'
import { cutShell, type Shell } from './fill-shell.ts'
import { languages, type Language } from '#domain/language.ts'
import { fileIn, type LocalFile, type PageFile, markedShells, type ShellFile } from './pages.ts'
import { isAsset } from './earlier-assets.ts'
import type { ReleaseFiles } from './render.ts'

/** A finished release, held in memory and compressed once. */
export type Release = {
  id: string
  /** By path below the release's folder: `index.html`, `_astro/….js`. */
  files: ReadonlyMap<string, PreparedAnswer>
  /** The shells of the dynamic routes in each language, cut where they are filled. */
  shells: ReadonlyMap<LocalFile, Shell>
}

/** What makes a release of the one before it: the files that are not the same there, and the names of all. */
export type ReleaseChange = { id: string; changed: Map<string, PreparedAnswer>; paths: string[] }

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
  source: ReleaseFiles,
  previous?: Release,
  known?: KnownCompressed,
): Promise<Release> {
  const files = [...source].map(async ([path, body]) => {
    const before = previous?.files.get(path)
    const answer = before?.identity.body.equals(body)
      ? before
      : await prepareAnswer(Buffer.from(body), headersOf(path, body), 'once', known)
    return [path, answer] as const
  })
  return assemble(id, new Map(await Promise.all(files)))
}

function assemble(id: string, files: Release['files']): Release {
  const names = languages.flatMap((language) => markedShells.map(({ file }) => fileIn(language, file)))
  const cut = names.map((file) => {
    const html = files.get(file)?.identity.body.toString()
    if (html === undefined) throw new Error(`The release ${id} lacks ${file}`)
    return [file, cutShell(file, html)] as const
  })
  return { id, files, shells: new Map(cut) }
}

/** What has to be told of a release to whoever has `previous`. */
export function compareRelease({ id, files }: Release, previous?: Release): ReleaseChange {
  const changed = [...files].filter(([path, answer]) => previous?.files.get(path) !== answer)
  return { id, changed: new Map(changed), paths: [...files.keys()] }
}

/** The release that a change makes of `previous`. Throws where the change was made of another one. */
export function applyChange({ id, changed, paths }: ReleaseChange, previous?: Release): Release {
  const files = paths.map((path) => {
    const answer = changed.get(path) ?? previous?.files.get(path)
    if (!answer) throw new Error(`The release ${id} lacks ${path}`)
    return [path, answer] as const
  })
  return assemble(id, new Map(files))
}

/** A file that only an earlier release has, for a page that is still open: named by its bytes, it is what it was. */
export async function prepareEarlierFile(path: string, body: Buffer): Promise<PreparedAnswer> {
  return prepareAnswer(Buffer.from(body), headersOf(path, body), 'often')
}

/** What an answer with this file says of it, beside what every answer says. */
export function headersOf(path: string, body: Buffer): Record<string, string> {
  const headers = {
    'Content-Type': getMimeType(path) ?? 'application/octet-stream',
    'Cache-Control': isAsset(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  return path.endsWith('.html') ? { ...headers, ...pageHeaders(body.toString()) } : headers
}

/** The headers of a page, from the release or drawn with a record. */
export function pageHeaders(html: string): Record<string, string> {
  return {
    'Content-Type': 'text/html',
    'Cache-Control': 'no-cache',
    // The language is chosen by a cookie.
    Vary: 'Cookie',
    'Content-Security-Policy': pagePolicy(readInlineHashes(html)),
  }
}
