import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { sign } from 'hono/jwt'
import { getMimeType } from 'hono/utils/mime'
import type { LakeEnvironment } from '../env.ts'
import { lakeErrors } from '../errors.ts'
import { callerOf, type LakeEnv } from '../http/access.ts'
import { acceptsPage } from '../http/requests.ts'
import type { Caller } from '../people/roles.ts'
import { prepareIndexPage, removeForeignFonts } from './index-page.ts'

const scripts = join(import.meta.dirname, 'page')

/** A file name with a hash of the content. */
const hashed = /-[\w-]{8,}\.(?:js|mjs|css|woff2|png|svg)$/

/** Links to the hosted service's own pages of a project. */
const hiddenLinks = '<style>a[href*="/manage/project/"] { display: none !important }</style>'

/** Serves the built Studio, whose page loads page/requests.js: its files, its page for all other paths, and its settings. */
export function studioRoutes(environment: LakeEnvironment, basePath: string) {
  const { LAKE_STUDIO_FOLDER: folder, LAKE_STUDIO_SETTINGS: settings = {} } = environment
  const { LAKE_SITE_SECRET: siteSecret } = environment
  const app = new Hono<LakeEnv>()
  const added = `<script type="module" src="${basePath}/page/requests.js"></script>${hiddenLinks}`
  app.get('/studio-settings.json', async (c) => {
    const siteToken = siteSecret && (await signSiteToken(callerOf(c), siteSecret))
    return c.json({ ...settings, siteToken })
  })
  app.get('/page/:file{[a-z-]+\\.js}', async (c) => {
    const file = c.req.param('file')
    return sendFile(c, file, await readFile(join(scripts, file)))
  })
  if (folder === undefined) return app.get('*', sendWaitingPage)
  app.get('*', async (c) => {
    const path = c.req.path.slice(1)
    const page = await readStudioFile(folder, 'index.html')
    if (page === undefined) return sendWaitingPage(c)
    const bytes = path === '' || path === 'index.html' ? undefined : await readStudioFile(folder, path)
    if (bytes !== undefined) return sendFile(c, path, bytes)
    if (/^(?:static|vendor)\//.test(path) || (path !== '' && !acceptsPage(c)))
      throw lakeErrors.notFound('The Studio has no such file')
    const { html, policy } = prepareIndexPage(String(page).replace('<head>', `$&${added}`), settings)
    return c.html(html, 200, { ...pageHeaders, 'Content-Security-Policy': policy })
  })
  return app
}

/** Seconds. Short, because the end of a session does not end its tokens; the Studio fetches one for each request. */
const tokenLifetime = 15

/** A JSON Web Token with which a person in the Studio calls the site: their id (`sub`), `name` and `role`. */
function signSiteToken({ id, name, role }: Caller, secret: string): Promise<string> {
  const exp = Math.floor(Date.now() / 1_000) + tokenLifetime
  return sign({ sub: id, name, role, exp }, secret, 'HS256')
}

/**
 * A file of the built Studio by its path, for example `static/sanity-1a2b3c4d.js`; undefined if there is none. Refuses
 * names that begin with a dot: hidden files, and `..`, which would lead out of the folder.
 */
async function readStudioFile(folder: string, path: string): Promise<Buffer | undefined> {
  if (/(?:^|[\\/])\./.test(path)) return undefined
  const bytes = await readFile(join(folder, path)).catch(() => undefined)
  return bytes && path.endsWith('.css') ? Buffer.from(removeForeignFonts(String(bytes))) : bytes
}

/** The title of the built Studio as HTML; undefined if it is Sanity's. */
export async function readStudioTitle(folder: string | undefined): Promise<string | undefined> {
  const page = folder === undefined ? '' : String(await readStudioFile(folder, 'index.html'))
  const [, title] = /<title[^>]*>([^<]+)/.exec(page) ?? []
  return title === 'Sanity Studio' ? undefined : title
}

const pageHeaders = { 'Cache-Control': 'no-cache', 'X-Frame-Options': 'SAMEORIGIN' }

function sendFile(c: Context, path: string, bytes: Buffer): Response {
  return c.body(new Uint8Array(bytes), 200, {
    'Cache-Control': hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Content-Type': getMimeType(path) ?? 'application/octet-stream',
    'Content-Length': String(bytes.byteLength),
  })
}

const waitingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="2">
<title>The Studio is being built</title>
<p>The Studio is being built. This page reloads by itself.</p>
</html>
`

function sendWaitingPage(c: Context): Response {
  return c.html(waitingPage, 503, { 'Retry-After': '2' })
}
