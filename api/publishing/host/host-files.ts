import { languages, linkTo } from '#domain/language.ts'
import { listRoutes, pages } from '#domain/pages/pages.ts'
import { readInlineHashes } from '../../html/inline-hashes.ts'
import { denyAllPolicy, pagePolicy, securityHeaders } from '../../http/security-headers.ts'
import { fileIn, localPages, shells } from '../pages.ts'
import { headersOf } from '../releases/release.ts'
import { isCompressedCopy } from '../releases/compressed-copies.ts'
import type { ReleaseFiles } from '../render.ts'

/** `_headers` and `_redirects` for Netlify and Cloudflare Pages, which map `/about` to `about.html`. */
export function writeHostFiles(files: ReleaseFiles, { overTls }: { overTls: boolean }): ReleaseFiles {
  return new Map([
    ['_headers', Buffer.from(writeHeaders(files, overTls))],
    ['_redirects', Buffer.from(writeRedirects())],
  ])
}

type HeaderFields = Record<string, string>

/**
 * Hosts apply all rules that match a path, and differ when two rules set the same header. So rules must not conflict:
 * the policy for all paths, which not-found pages get, allows whatever any page needs.
 */
function writeHeaders(files: ReleaseFiles, overTls: boolean): string {
  const security = securityHeaders({ overTls })
  const all = { ...security.all, ...security.documents, 'Content-Security-Policy': policyOfAll(files) }
  const rules: Array<[path: string, headers: HeaderFields]> = [['/*', all]]
  for (const { language, localFile, ...page } of localPages) {
    const body = files.get(localFile)
    if (!body) throw new Error(`The release does not contain ${localFile}`)
    const headers = omitHostHeaders(headersOf(localFile, body))
    for (const route of page.routes) rules.push([linkTo(route, language), headers])
    // A host may match the requested path or the file it found.
    if (shells.some(({ file }) => file === page.file && file.includes('/'))) {
      rules.push([withoutExtension(localFile), headers])
    }
  }
  for (const [path, headers] of listFileHeaders(files)) {
    rules.push([path, { ...headers, 'Content-Security-Policy': denyAllPolicy() }])
  }
  const blocks = rules.map(([path, headers]) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
  )
  return `${blocks.join('\n\n')}\n`
}

/** Removes Content-Type, which hosts set. */
function omitHostHeaders({ 'Content-Type': _, ...headers }: HeaderFields): HeaderFields {
  return headers
}

function listFileHeaders(files: ReleaseFiles): Map<string, HeaderFields> {
  const others = new Map<string, HeaderFields>()
  for (const [path, body] of files) {
    if (path.endsWith('.html') || isCompressedCopy(path)) continue
    const [folder] = path.split('/')
    others.set(path.includes('/') ? `/${folder}/*` : `/${path}`, omitHostHeaders(headersOf(path, body)))
  }
  return others
}

function policyOfAll(files: ReleaseFiles): string {
  const hashes = localPages.map(({ localFile }) => readInlineHashes(files.get(localFile)?.toString() ?? ''))
  return pagePolicy({
    scripts: [...new Set(hashes.flatMap(({ scripts }) => scripts))],
    styles: [...new Set(hashes.flatMap(({ styles }) => styles))],
  })
}

function withoutExtension(file: string): string {
  return `/${file.replace(/\.html$/, '')}`
}

/** The first match wins. Rules for a trailing slash come last, for hosts that ignore it. */
function writeRedirects(): string {
  const routes = languages.flatMap((language) =>
    shells.flatMap(({ file, routes: forms }) =>
      forms
        // Hosts find other pages by the names of their files.
        .filter((form) => form !== '/' && form !== withoutExtension(file))
        .map((form) => `${linkTo(form, language)} ${withoutExtension(fileIn(language, file))} 200`),
    ),
  )
  const paths = languages.flatMap((language) =>
    pages.flatMap(listRoutes).map((path) => linkTo(path, language)),
  )
  const slashes = paths.filter((path) => path !== '/').map((path) => `${path}/ ${path} 308`)
  const missing = languages
    .toReversed()
    .map((language) => `${linkTo('/*', language)} /${fileIn(language, '404.html')} 404`)
  return `${[...routes, ...slashes, ...missing].join('\n')}\n`
}
