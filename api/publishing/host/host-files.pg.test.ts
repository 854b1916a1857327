import { describe, expect, it } from 'vitest'
import type { StoredListing } from '#domain/listings/listing.ts'
import { pages } from '#domain/pages/pages.ts'
import { securityHeaders } from '../../http/security-headers.ts'
import { openTestDatabase } from '../../tests/database.ts'
import { insertEvent } from '../../tests/events.ts'
import { listingInput, makeFiles, post, serveOver } from '../../tests/serve.ts'
import { writeHostFiles } from './host-files.ts'

const files = makeFiles()
const hostFiles = writeHostFiles(files, { overTls: false })
const forDocuments = Object.keys(securityHeaders({ overTls: false }).documents).map((name) =>
  name.toLowerCase(),
)
const read = (name: string) => hostFiles.get(name)?.toString() ?? ''

const redirects = read('_redirects')
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [from: string, to: string, status: string])

const headerRules = read('_headers')
  .trim()
  .split('\n\n')
  .map((block) => {
    const [path = '', ...lines] = block.split('\n')
    return {
      path,
      headers: lines.map(
        (line) =>
          line
            .trim()
            .split(/: (.*)/)
            .slice(0, 2) as [string, string],
      ),
    }
  })

/** Patterns of both hosts: `:name` stands for one segment, `*` for any rest. */
function match(pattern: string, path: string): RegExpExecArray | null {
  const source = pattern
    .replace(/[.?]/g, '\\$&')
    .replace(/:(\w+)/g, '(?<$1>[^/]+)')
    .replace('*', '.*')
  return new RegExp(`^${source}$`).exec(path)
}

/** The file that both hosts find at a path. */
function findFile(path: string): string | undefined {
  const name = path === '/' ? 'index.html' : path.slice(1)
  return [name, `${name}.html`].find((candidate) => files.has(candidate))
}

type Answer = { status: number; file?: string | undefined; location?: string }

/** Netlify: files come before rules, and rules ignore a trailing slash. */
function answerAsNetlify(asked: string): Answer {
  const path = asked === '/' ? asked : asked.replace(/\/$/, '')
  const file = findFile(path)
  if (file) return { status: 200, file }
  const [, to = '', status] = redirects.find(([from]) => match(from.replace(/(.)\/$/, '$1'), path)) ?? []
  return { status: Number(status), file: findFile(to) }
}

/** Cloudflare Pages: rules come before files, rules with status 404 are ignored, and missing paths get the nearest 404.html. */
function answerAsCloudflare(path: string): Answer {
  for (const [from, to, status] of redirects) {
    const found = match(from, path)
    if (!found || status === '404') continue
    const target = to.replace(/:(\w+)/g, (_, name: string) => found.groups?.[name] ?? '')
    return status === '200'
      ? { status: 200, file: findFile(target) }
      : { status: Number(status), location: target }
  }
  const file = findFile(path)
  if (file) return { status: 200, file }
  const folder = /^\/(?:es|fr)(?=\/)/.exec(path)?.[0].slice(1)
  return { status: 404, file: folder === undefined ? '404.html' : `${folder}/404.html` }
}

const hashesOf = (policy = ''): string[] => policy.match(/'sha256-[^']+'/g) ?? []

/** The headers of a path by lower-case name. The last rule that sets a header wins. */
function readHeaders(path: string): Record<string, string> {
  const found = headerRules.filter((rule) => match(rule.path, path)).flatMap(({ headers }) => headers)
  return Object.fromEntries(found.map(([name, value]) => [name.toLowerCase(), value]))
}

/** Finds a file by its title or bytes. */
function recognize(body: string): string | undefined {
  const marks = [...files].map(([file, bytes]) => [
    file,
    /<title>.*<\/title>|^[^<]*$/.exec(String(bytes))?.[0],
  ])
  return marks.find(([, mark]) => mark !== undefined && body.includes(mark))?.[0]
}

async function serveRecords() {
  const { sql, url } = await openTestDatabase()
  const event = await insertEvent(sql)
  const served = await serveOver({ sql, url })
  const listing = (await (await post(served.base, listingInput())).json()) as StoredListing
  return { ...served, paths: { event: `/event/${event}`, listing: `/listing/${listing.id}` } }
}

const paths = [
  '/',
  '/about',
  '/apply',
  '/mentors',
  '/sponsors',
  '/team',
  '/contact',
  '/post',
  '/category/jobs',
  '/category/jobs/product',
  'listing',
  '/events',
  '/events/2026-11-21',
  'event',
  '/_astro/a.js',
  '/nothing',
  '/nothing/here',
  '/category',
  '/category/jobs/product/more',
  '/listing',
  '/event',
  '/events/2026-11-21/more',
  '/es',
  '/fr/about',
  '/es/category/jobs/product',
  '/fr/events/2026-11-21',
  '/es/nothing',
] as const

describe('a static host with the files of a build', () => {
  it.each(paths)('answers %s as our server does', async (name) => {
    const { base, paths: records } = await serveRecords()
    const path = name.startsWith('/') ? name : records[name as keyof typeof records]
    const response = await fetch(base + path, { redirect: 'manual' })
    const answer = { status: response.status, file: recognize(await response.text()) }
    expect(answerAsNetlify(path)).toEqual(answer)
    expect(answerAsCloudflare(path)).toEqual(answer)

    const { 'content-security-policy': policy, ...headers } = readHeaders(path)
    // A host cannot tell documents from other files.
    const isDocument = response.headers.get('content-type')?.startsWith('text/html')
    for (const [header, value] of Object.entries(headers)) {
      const isSent = isDocument || !forDocuments.includes(header)
      expect([header, response.headers.get(header)]).toEqual([header, isSent ? value : null])
    }
    expect(Object.keys(headers)).toEqual(
      expect.arrayContaining(['x-content-type-options', 'permissions-policy', 'referrer-policy']),
    )
    const own = response.headers.get('content-security-policy') ?? ''
    const isFound = response.status === 200
    // A missing path has no rule of its own, so it gets the policy for all paths.
    const missing = hashesOf(own).filter((hash) => !hashesOf(policy).includes(hash))
    expect([missing, policy === own]).toEqual([[], isFound])
    expect('cache-control' in headers).toBe(isFound)
  })

  it('has no conflicting policies: that for all paths allows what each page needs', () => {
    const policies = headerRules.flatMap(({ headers }) =>
      headers.filter(([name]) => name === 'Content-Security-Policy').map(([, value]) => value),
    )
    const [forAll, ...others] = policies
    expect(new Set(hashesOf(forAll))).toEqual(new Set([...others.flatMap(hashesOf), ...hashesOf(forAll)]))
    expect(hashesOf(forAll)).toHaveLength(pages.length)
    expect(forAll?.replace(/ 'sha256-[^']+'/g, '')).toBe(others[0]?.replace(/ 'sha256-[^']+'/g, ''))
  })

  it.each(['/about/', '/category/jobs/', '/category/jobs/product/', '/listing/1/', '/events/', '/events/x/'])(
    'redirects %s to the address without the slash, or answers like it',
    async (path) => {
      const { base } = await serveRecords()
      const location = (await fetch(base + path, { redirect: 'manual' })).headers.get('location')
      expect(answerAsCloudflare(path)).toEqual({ status: 308, location })
      expect(answerAsNetlify(path)).toEqual(answerAsNetlify(location ?? ''))
    },
  )

  it('gets rules within the limits of the hosts', () => {
    expect(headerRules.length).toBeLessThanOrEqual(100)
    for (const line of read('_headers').split('\n')) expect(line.length).toBeLessThanOrEqual(2_000)
    expect(redirects.filter(([from]) => /[:*]/.test(from)).length).toBeLessThanOrEqual(100)
    for (const [from, to, status] of redirects)
      expect([from, to, status]).toEqual([
        expect.stringMatching(/^\//),
        expect.stringMatching(/^\//),
        expect.stringMatching(/^(200|308|404)$/),
      ])
  })
})

it('fault 61: sends Strict-Transport-Security only over TLS', () => {
  expect(read('_headers')).not.toContain('Strict-Transport-Security')
  const overTls = writeHostFiles(files, { overTls: true }).get('_headers')?.toString()
  expect(overTls).toContain('  Strict-Transport-Security: max-age=31536000\n')
})
