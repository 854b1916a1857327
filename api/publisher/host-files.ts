import { nothingPolicy, pagePolicy, securityHeaders } from '../http/security-headers.ts'
import { readInlineHashes } from './inline-hashes.ts'
import { listRoutes, pages, shells } from './pages.ts'
import { headersOf } from './release.ts'
import type { ReleaseFiles } from './render.ts'

/**
 * What makes a static host answer the files of a release as our server does, in the form of Netlify and Cloudflare
 * Pages: `_headers` and `_redirects`. Both serve `/about` from `about.html`, and `404.html` where there is nothing.
 */
export function writeHostFiles(files: ReleaseFiles, { overTls }: { overTls: boolean }): ReleaseFiles {
  return new Map([
    ['_headers', Buffer.from(writeHeaders(files, overTls))],
    ['_redirects', Buffer.from(writeRedirects())],
  ])
}

type Headers = Record<string, string>

/**
 * A path gets the headers of all rules that match it, and where two of them name one header, one host sends either,
 * the other both. So no two rules say what could not stand together: a browser obeys each of two policies, and the one
 * for all paths allows what any page needs. It is that of the not-found page, which is at no path of its own.
 */
function writeHeaders(files: ReleaseFiles, overTls: boolean): string {
  const all = { ...securityHeaders({ overTls }), 'Content-Security-Policy': policyOfAll(files) }
  const rules: Array<[path: string, headers: Headers]> = [['/*', all]]
  for (const page of pages) {
    const body = files.get(page.file)
    if (!body) throw new Error(`The release lacks ${page.file}`)
    const headers = choose(headersOf(page.file, body))
    for (const route of listRoutes(page)) rules.push([route, headers])
    // A host may go by the path that was asked for, or by the file that it found.
    if (shells.some(({ file }) => file === page.file && file.includes('/'))) {
      rules.push([withoutExtension(page.file), headers])
    }
  }
  for (const [path, headers] of listOthers(files)) {
    rules.push([path, { ...headers, 'Content-Security-Policy': nothingPolicy() }])
  }
  return rules.map(([path, headers]) => [path, ...lines(headers)].join('\n')).join('\n\n') + '\n'
}

/** What hosts work out themselves is left to them, and there is one language to be had there. */
function choose({ 'Content-Type': _, Vary: __, ...headers }: Headers): Headers {
  return headers
}

function lines(headers: Headers): string[] {
  return Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)
}

/** Files that are no pages: one rule for each folder of assets, which are all alike, and one for each other file. */
function listOthers(files: ReleaseFiles): Map<string, Headers> {
  const others = new Map<string, Headers>()
  for (const [path, body] of files) {
    if (path.endsWith('.html')) continue
    const [folder] = path.split('/')
    others.set(path.includes('/') ? `/${folder}/*` : `/${path}`, choose(headersOf(path, body)))
  }
  return others
}

function policyOfAll(files: ReleaseFiles): string {
  const hashes = pages.map(({ file }) => readInlineHashes(files.get(file)?.toString() ?? ''))
  return pagePolicy({
    scripts: [...new Set(hashes.flatMap(({ scripts }) => scripts))],
    styles: [...new Set(hashes.flatMap(({ styles }) => styles))],
  })
}

function withoutExtension(file: string): string {
  return `/${file.replace(/\.html$/, '')}`
}

/**
 * The first rule that matches counts. A path with a slash at its end comes last: a host that does not tell it from the
 * one without has found its rule by then.
 */
function writeRedirects(): string {
  const routes = shells.flatMap(({ file, routes: forms }) =>
    forms.filter((form) => form.includes(':')).map((form) => `${form} ${withoutExtension(file)} 200`),
  )
  const paths = pages.flatMap(listRoutes).filter((path) => path !== '/')
  const slashes = paths.map((path) => `${path}/ ${path} 308`)
  return `${[...routes, ...slashes, '/* /404.html 404'].join('\n')}\n`
}
