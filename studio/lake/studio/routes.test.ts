import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeFolder, startLake } from '../test-support/start-lake.ts'

const script = "window.answer = 'yes'"
const page = `<!doctype html><html><head>
<link href="/static/favicon.ico" rel="icon"><link rel="preconnect" href="https://fonts.example"><link href="//cdn.example/a.css" rel="stylesheet">
<style>@font-face { font-family: Inter; src: url("https://studio-static.sanity.io/Inter.woff2") format("woff2"); } html { margin: 0 }</style>
<script>${script}</script>
<script src="https://core.sanity-cdn.com/bridge.js" async type="module" data-sanity-core></script>
</head><body><div id="sanity"></div><script type="module" src="/static/sanity-AbCd1234.js"></script></body></html>`
const code = `export const words = ${JSON.stringify('studio '.repeat(500))}`

async function build(folder: string, html = page): Promise<void> {
  await mkdir(join(folder, 'static'), { recursive: true })
  await writeFile(join(folder, 'static/sanity-AbCd1234.js'), code)
  await writeFile(join(folder, 'static/favicon.ico'), 'icon')
  await writeFile(join(folder, '.secret'), 'hidden')
  await writeFile(join(folder, 'index.html'), html)
}

async function startBuilt(variables: Record<string, string> = {}) {
  const folder = await makeFolder()
  await build(join(folder, 'studio'))
  await writeFile(join(folder, 'outside.txt'), 'outside')
  const lake = await startLake({ LAKE_STUDIO_FOLDER: join(folder, 'studio'), ...variables })
  const open = (path: string) => lake.get(lake.origin + path, { headers: { Accept: 'text/html,*/*' } })
  return { ...lake, studioFolder: join(folder, 'studio'), open }
}

it('shows a waiting page until the Studio is built, then serves it without a restart', async () => {
  const folder = join(await makeFolder(), 'studio')
  const { origin, get } = await startLake({ LAKE_STUDIO_FOLDER: folder })
  const waiting = await get(`${origin}/`)
  expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([503, '2'])
  const text = await waiting.text()
  expect(text).toContain('The Studio is being built')
  expect(text).toContain('http-equiv="refresh"')
  await build(folder)
  expect(await (await get(`${origin}/`, { headers: { Accept: 'text/html' } })).text()).toContain(
    'id="sanity"',
  )
})

it('removes resources of other hosts from the page', async () => {
  const { open } = await startBuilt()
  const html = await (await open('/')).text()
  expect(html).not.toMatch(/https?:\/\/|"\/\//)
  expect(html).toContain('href="/static/favicon.ico"')
  expect(html).toContain('src="/static/sanity-AbCd1234.js"')
  expect(html).toContain('html { margin: 0 }')
})

it('loads the script that sends the requests of the Studio to the lake', async () => {
  const { open } = await startBuilt()
  expect(await (await open('/')).text()).toContain('<script type="module" src="/page/requests.js">')
  const answer = await open('/page/requests.js')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await answer.text()).toContain('function redirectRequests()')
})

it('removes fonts of other hosts from styles', async () => {
  const { origin, get, studioFolder } = await startBuilt()
  const fonts = `@font-face{font-family:Inter;src:url('https://fonts.example/a.woff2')format('woff2');src:url(//fonts.example/b.woff2)}`
  const own = `@font-face{font-family:Own;src:url(/static/own.woff2)}html{margin:0}`
  await writeFile(join(studioFolder, 'static/lib-AbCd1234.css'), fonts + own)
  const url = `${origin}/static/lib-AbCd1234.css`
  for (const encoding of ['br', 'identity'])
    expect(await (await get(url, { headers: { 'Accept-Encoding': encoding } })).text()).toBe(own)
})

it('serves the page for every path of the Studio', async () => {
  const { open } = await startBuilt()
  for (const path of [
    '/',
    '/structure',
    '/structure/event;drafts.abc',
    '/structure/a%2Fb',
    '/%E0%A4%A',
    '/index.html',
  ]) {
    const answer = await open(path)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/html; charset=UTF-8',
    ])
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  }
})

it('allows the page only its own scripts', async () => {
  const { open } = await startBuilt()
  const policy = (await open('/')).headers.get('content-security-policy')
  const hash = createHash('sha256').update(script).digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).not.toMatch(/https?:|script-src[^;]*unsafe/)
})

it('lets files with a hash in their name be cached forever', async () => {
  const { open } = await startBuilt()
  const answer = await open('/static/sanity-AbCd1234.js')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await answer.text()).toBe(code)
  expect((await open('/static/favicon.ico')).headers.get('cache-control')).toBe('no-cache')
})

it('names the Studio by the title of its page where people sign in, else by project and dataset', async () => {
  const { origin, studioFolder } = await startBuilt()
  for (const [title, shown] of [
    ['<title data-x>A &amp; $& B</title>', 'A &amp; $& B'],
    ['<title>Sanity Studio</title>', 'local · production'],
    ['', 'local · production'],
  ] as const) {
    await build(
      studioFolder,
      page.replace('<head>', () => `<head>${title}`),
    )
    expect(await (await fetch(`${origin}/sign-in`)).text()).toContain(`<title>${shown}</title>`)
  }
})

it('serves no hidden, missing or outside files', async () => {
  const { origin, get, open } = await startBuilt()
  for (const path of ['/static/gone-12345678.js', '/vendor/x.js']) expect((await open(path)).status).toBe(404)
  for (const path of ['/.secret', '/%2e%2e/outside.txt', '/..%2foutside.txt', '/../outside.txt']) {
    const text = await (await get(origin + path)).text()
    expect(text).not.toMatch(/hidden|outside$/)
  }
})

it('serves a new build without a restart', async () => {
  const { studioFolder, open } = await startBuilt()
  expect(await (await open('/')).text()).not.toContain('second')
  await rm(studioFolder, { recursive: true })
  await build(studioFolder, '<p>second')
  await utimes(join(studioFolder, 'index.html'), new Date(), new Date(Date.now() + 5_000))
  expect(await (await open('/')).text()).toContain('second')
})

it('serves the settings, and allows requests to the origins in them', async () => {
  const settings = { siteUrl: 'http://localhost:4321', connect: ['http://localhost:4321'] }
  const { origin, get, open } = await startBuilt({ LAKE_STUDIO_SETTINGS: JSON.stringify(settings) })
  const answer = await get(`${origin}/studio-settings.json`)
  expect(await answer.json()).toEqual(settings)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const policy = (await open('/')).headers.get('content-security-policy')
  expect(policy).toContain("connect-src 'self' http://localhost:4321;")
  expect(policy).not.toContain('frame-src')
})

it('allows frames of the origins in the settings', async () => {
  const settings = { frame: ['http://localhost:4321', 'https://site.test'] }
  const { open } = await startBuilt({ LAKE_STUDIO_SETTINGS: JSON.stringify(settings) })
  const policy = (await open('/')).headers.get('content-security-policy')
  expect(policy).toContain("connect-src 'self';")
  expect(policy).toContain('frame-src http://localhost:4321 https://site.test;')
})

it('serves empty settings by default', async () => {
  const { open } = await startBuilt()
  expect(await (await open('/studio-settings.json')).json()).toEqual({})
  expect((await open('/')).headers.get('content-security-policy')).toContain("connect-src 'self';")
})
