import { extname } from 'node:path'
import { type Context, Hono } from 'hono'
import { openStudioFiles } from '../static/files.ts'
import { prepareIndexPage } from '../static/index-page.ts'
import type { StudioSettings } from '../static/studio-settings.ts'
import { lakeErrors } from './errors.ts'
import type { LakeEnv } from './guard.ts'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** A name with a hash of the content in it, as the build gives to scripts and styles. */
const hashed = /-[\w-]{8,}\.(?:js|mjs|css|woff2|png|svg)$/

/**
 * Serves the built Studio; every address that is none of its files is a place inside of it. What it is told when it
 * opens is at `/studio-settings.json`, an empty object where there is nothing to tell.
 */
export function studioRoutes(folder: string | undefined, settings: StudioSettings = {}) {
  const app = new Hono<LakeEnv>()
  app.get('/studio-settings.json', (c) => c.json(settings, 200, { 'Cache-Control': 'no-cache' }))
  if (folder === undefined) return app.get('*', answerWaiting)
  const files = openStudioFiles(folder)
  app.get('*', async (c) => {
    const path = decodePath(c.req.path.slice(1))
    if (!(await files.areThere())) return answerWaiting(c)
    const bytes = path === '' || path === 'index.html' ? undefined : await files.read(path)
    if (bytes !== undefined) return answerFile(c, path, bytes)
    if (/^(?:static|vendor)\//.test(path) || (path !== '' && !acceptsPage(c)))
      throw lakeErrors.notFound('The Studio has no such file')
    const { html, policy } = prepareIndexPage(String(await files.read('index.html')), settings)
    return c.html(html, 200, { ...pageHeaders, 'Content-Security-Policy': policy })
  })
  return app
}

const pageHeaders = { 'Cache-Control': 'no-cache', 'X-Frame-Options': 'SAMEORIGIN' }

/** A path that is not well encoded is the name of no file. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function answerFile(c: Context, path: string, bytes: Buffer): Response {
  return c.body(new Uint8Array(bytes), 200, {
    'Cache-Control': hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Content-Type': contentTypes[extname(path)] ?? 'application/octet-stream',
    'Content-Length': String(bytes.byteLength),
  })
}

/** A page that asks again by itself. */
const waitingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="2">
<title>The Studio is being built</title>
<p>The Studio is being built. This page reloads by itself.</p>
</html>
`

function answerWaiting(c: Context): Response {
  return c.html(waitingPage, 503, { 'Cache-Control': 'no-store', 'Retry-After': '2' })
}

/** A browser that opens an address says that it takes HTML; a script that asks for a file that is gone does not. */
function acceptsPage(c: Context): boolean {
  return c.req.header('accept')?.includes('text/html') === true
}
