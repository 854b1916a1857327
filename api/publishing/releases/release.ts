import { getMimeType } from 'hono/utils/mime'
import type { Language } from '#domain/language.ts'
import { addCompressed, createAnswer, type PreparedAnswer } from '../../answers/prepared-answer.ts'
import { contentSources } from '../../answers/sources.ts'
import type { SiteFacts } from '../../discovery/site-files.ts'
import { type InlineHashes, readInlineHashes } from '../../html/inline-hashes.ts'
import { pagePolicy } from '../../http/security-headers.ts'
import { fileIn, type LocalFile, type PageFile } from '../pages.ts'
import type { PreviousRelease, RenderedRelease } from '../render.ts'
import { isAsset } from './earlier-assets.ts'
import { findCompressedCopy, isCompressedCopy } from './compressed-copies.ts'

export type Release = {
  id: string
  files: ReadonlyMap<string, PreparedAnswer>
} & Pick<RenderedRelease, 'pages' | 'documents'>

/** Throws if the release lacks the page. */
export function findPage({ files }: Release, file: PageFile, language: Language): PreparedAnswer {
  const found = files.get(fileIn(language, file))
  if (!found) throw new Error(`The release does not contain ${file}`)
  return found
}

type ReleaseOptions = {
  previous?: Release | undefined
  /** Whether a cache in front may keep the pages. */
  isShared?: boolean
}

export function createRelease(
  id: string,
  { files: source, pages, documents }: Pick<RenderedRelease, 'files'> & Partial<PreviousRelease>,
  { previous, isShared = false }: ReleaseOptions = {},
): Release {
  const served = [...source].filter(([path]) => !isCompressedCopy(path) && !isServerFile(path))
  const files = served.map(([path, body]) => {
    const page = pages?.get(path as LocalFile)
    const before = previous?.files.get(path)
    const same = before?.identity.body.equals(body) ? before : undefined
    const answer = same ? { ...same } : createAnswer(body, headersOf(path, body, page?.inline))
    for (const encoding of ['br', 'gzip'] as const)
      addCompressed(answer, encoding, findCompressedCopy(source, path, encoding) ?? body)
    // Only the served release's files are sent, so they are current.
    if (isShared && !isAsset(path))
      answer.shared = { sources: contentSources(Object.keys(page?.reads ?? {})), isCurrent: () => true }
    return [path, answer] as const
  })
  return { id, files: new Map(files), pages: pages ?? new Map(), documents: documents ?? new Map() }
}

/** The parts of the content in which two releases differ, and those of pages that differ although their content does not. */
export function listChangedParts(before: Release, after: Release): string[] {
  const changed = new Set<string>()
  for (const [file, { reads }] of after.pages) {
    const old = before.pages.get(file)?.reads ?? {}
    const parts = Object.keys({ ...old, ...reads })
    const differing = parts.filter((part) => old[part] !== reads[part])
    const [former, current] = [before, after].map(({ files }) => files.get(file)?.identity.etag)
    for (const part of differing.length === 0 && former !== current ? parts : differing) changed.add(part)
  }
  return [...changed]
}

/** A content-hashed file of an earlier release, for pages that are still open. */
export function createEarlierAsset(path: string, body: Buffer<ArrayBuffer>): PreparedAnswer {
  return createAnswer(body, headersOf(path))
}

/** Settings for nginx and Caddy (host/server-files.ts). */
export function isServerFile(path: string): boolean {
  return /^(nginx|caddy)-/.test(path)
}

export function headersOf(
  path: string,
  body: Buffer = Buffer.alloc(0),
  inline?: InlineHashes,
): Record<string, string> {
  if (path.endsWith('.html')) return pageHeaders(body.toString(), inline)
  return {
    'Content-Type': getMimeType(path) ?? 'application/octet-stream',
    'Cache-Control': isAsset(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
}

export function pageHeaders(html: string, inline = readInlineHashes(html)): Record<string, string> {
  return {
    'Content-Type': 'text/html',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': pagePolicy(inline),
  }
}

export function readSiteFacts(
  { pages, documents }: Pick<Release, 'pages' | 'documents'>,
  url: string,
): SiteFacts {
  const read = (file: PageFile, id: string) =>
    Object(documents.get(pages.get(file)?.reads[id] ?? '')) as Record<string, unknown>
  const { productName } = read('contact.html', 'siteSettings')
  const { description } = read('index.html', 'home')
  return {
    url,
    name: typeof productName === 'string' ? productName : new URL(url).host,
    description: typeof description === 'string' ? description : undefined,
  }
}
