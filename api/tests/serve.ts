import { Writable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { currentLanguage } from '#domain/language.ts'
import { escapeHtml, writeHead } from '#domain/pages/page-head.ts'
import type { PageView } from '#domain/pages/page-view.ts'
import { createAnswerCache } from '../answers/answer-cache.ts'
import { createApp, type AppDependencies } from '../app.ts'
import { openNotifications } from '../database/notifications.ts'
import type { Database } from '../database/open.ts'
import { openCalendar } from '../events/calendar.ts'
import { listen } from '../http/listen.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { followListings } from '../listings/follow-listings.ts'
import type { ListingSettings } from '../listings/routes.ts'
import { openSpamModel } from '../moderation/filter/spam-model.ts'
import { createJudge, type FilterMode } from '../moderation/judge.ts'
import { openPseudonyms } from '../moderation/pseudonyms.ts'
import { createDirectAnswerer } from '../pages/answer-directly.ts'
import { findShell, localPages } from '../publishing/pages.ts'
import { createRelease, findPage, createEarlierAsset, type Release } from '../publishing/releases/release.ts'
import { addCompressedCopies } from '../publishing/releases/compressed-copies.ts'
import type { ReleaseFiles } from '../publishing/render.ts'
import { createLogger } from '../runtime/log.ts'
import { createProblems } from '../runtime/problems.ts'
import { openTestDatabase } from './database.ts'

export const moderationToken = 'the-moderation-token-of-the-tests'

/** By default the spam filter only logs, because most tests post the same text many times. */
type ServeSettings = Partial<ListingSettings> & { filter?: FilterMode | undefined }

export type Served = {
  base: string
  port: number
  sql: Database
  routes: { method: string; path: string }[]
  router: ReturnType<typeof createApp>['router']
  logged: () => string
}

/** The secret that signs webhooks to the test application. */
export const hookSecret = 'the-secret-of-the-tests'

/** Created once per test file, because compressing it is the slowest part of `serve`. */
let releaseOfTests: ReturnType<typeof createRelease> | undefined

/** The application on its own port and its own database, until the end of the test. */
export async function serve({ filter, ...settings }: ServeSettings = {}): Promise<Served> {
  const { sql, url } = await openTestDatabase()
  return serveOver({ sql, url }, { filter, ...settings })
}

/** The application on its own port and a given database. `parts` replace the default parts. */
export async function serveOver(
  { sql, url }: { sql: Database; url: string },
  { filter = 'log', ...settings }: ServeSettings = {},
  parts: Partial<AppDependencies> = {},
): Promise<Served> {
  let log = ''
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString()
      done()
    },
  })
  const release = (releaseOfTests ??= createRelease('release-of-tests', {
    files: await addCompressedCopies(makeFiles()),
  }))
  const logger = createLogger('info', destination)
  const notifications = openNotifications({ url, logger })
  onTestFinished(() => notifications[Symbol.asyncDispose]())
  const releases: AppDependencies['releases'] = parts.releases ?? {
    read: () => release,
    readStale: () => [],
    findEarlierAsset: async (path) =>
      path === '_astro/earlier.js' ? createEarlierAsset(path, Buffer.from('earlier')) : undefined,
    renderImage: async (path) => Buffer.from(`the image ${path}`),
    renderPage: async (_, view) => ({ html: renderAsText(release, view), hasRecord: true, reads: [] }),
  }
  const answers = parts.answers ?? createAnswerCache()
  followListings(notifications, answers)
  const calendar = openCalendar({ sql, notifications, answers, logger })
  onTestFinished(() => calendar[Symbol.dispose]())
  const pseudonyms = await openPseudonyms(sql)
  const app = createApp({
    sql,
    readHeavy: (read) => read(sql),
    answers,
    calendar,
    releases,
    readContentStatus: async () => 'ok',
    refreshHealth: async () => {},
    readLastBackup: async () => undefined,
    logger,
    problems: createProblems(logger),
    studioOrigins: ['http://studio.test'],
    embedOrigins: ['*'],
    findStatus: async () => ({ revisions: [] }),
    pseudonyms,
    judge: createJudge({
      sql,
      pseudonyms,
      spamModel: await openSpamModel({ sql, notifications, logger }),
      mode: filter,
      logger,
    }),
    moderationToken,
    allowsLoopback: false,
    hooks: { projectId: 'local', dataset: 'production', secrets: [hookSecret] },
    settings: {
      siteUrl: 'http://site.test',
      postsPerHour: 1000,
      totalPostsPerHour: 100_000,
      editsPerHour: 1000,
      reportsToHide: 3,
      holdHours: 24,
      contacts: 'open',
      contactsPerHour: 30,
      trustedProxies: [],
      ...settings,
    },
    ...parts,
  })
  const headers = securityHeaders({ overTls: false })
  const listener = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    headers: headers.all,
    answerDirectly: createDirectAnswerer({ app, answers, readRelease: releases.read, headers, logger }),
  })
  onTestFinished(() => listener.drain(0))
  const { port } = listener
  return {
    base: `http://127.0.0.1:${port}`,
    port,
    sql,
    routes: app.routes,
    router: app.router,
    logged: () => log,
  }
}

/** A page of the release with its record as text (`readView`). */
function renderAsText(release: Release, view: PageView): string {
  const page = findPage(release, findShell(view), currentLanguage())
  return `${page.identity.body.toString()}<pre>${escapeHtml(JSON.stringify(view))}</pre>`
}

/** The files of a release. Each page has only its head with its file name, and a style that is the same in all languages. */
export function makeFiles(wanted = localPages): ReleaseFiles {
  const documents = wanted.map(({ file, localFile }) => {
    const head = writeHead({ title: localFile, description: `of ${localFile}`, productName: 'founderlist' })
    const html = `<head>${head}<style>a{--file:'${file}'}</style></head>`
    return [localFile, Buffer.from(html)] as const
  })
  return new Map([...documents, ['_astro/a.js', Buffer.from('/* a */'.repeat(50))]])
}

/** A valid listing with the given fields. */
export function listingInput(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    category: 'housing',
    subcategory: 'rooms shared',
    title: 'Room in the Mission',
    description: 'A quiet room.\nNear the park.',
    contact: 'room@example.org',
    location: 'SF',
    ...fields,
  }
}

/** Posts JSON as the page's own script does. */
export function post(base: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${base}/api/listings`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
  })
}
