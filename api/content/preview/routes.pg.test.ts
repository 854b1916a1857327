import type { SanityClient } from '@sanity/client'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type PreviewScope, secretTypes } from '#domain/content/content-settings.ts'
import { fr } from '#domain/messages/fr.ts'
import { pages } from '#domain/pages/pages.ts'
import { openPublisher, type Publisher } from '../../publishing/publisher.ts'
import { checkout } from '../../runtime/checkout.ts'
import { useSeededLake } from '../../tests/content.ts'
import { openTestDatabase } from '../../tests/database.ts'
import { serveOver } from '../../tests/serve.ts'
import { pollOptions } from '../../tests/poll-options.ts'
import { silentLogger } from '../../tests/silent-logger.ts'
import { createContentClient } from '../client.ts'
import { openPreview } from './preview.ts'
import { lifetime } from './secret.ts'

const readLake = useSeededLake()
let client: SanityClient
let publisher: Publisher
let folder: string

beforeAll(async () => {
  client = createContentClient(readLake()).withConfig({ perspective: 'raw' })
  folder = await mkdtemp(join(tmpdir(), 'founderlist-preview-'))
  const settings = { siteUrl: 'http://site.test', content: readLake() }
  publisher = await openPublisher({ checkout, folder, settings, log: () => {}, logger: silentLogger })
  await publisher.publish()
}, 120_000)
afterAll(async () => {
  publisher[Symbol.dispose]()
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
})

// Each test starts without drafts.
beforeEach(async () => {
  await client.delete({ query: '*[_id in path("drafts.**")]' })
})

/** Stores a secret as the Studio does. */
async function makeSecret(scope: PreviewScope = 'all', secret = 'a'.repeat(40)): Promise<string> {
  const id = crypto.randomUUID()
  await client.createOrReplace({ _id: `drafts.${id}`, _type: secretTypes.preview[scope], secret })
  return `${id}.${secret}`
}

/** Drafts a document that differs in some fields from the published one. */
async function draft(id: string, fields: Record<string, unknown>): Promise<void> {
  const { _rev, ...published } = (await client.getDocument(id)) ?? { _type: id }
  await client.createOrReplace({ ...published, _id: `drafts.${id}`, ...fields })
}

async function start({ settings = readLake(), hasToken = true } = {}) {
  const database = await openTestDatabase()
  const preview = openPreview({
    client: createContentClient(settings),
    token: readLake().token,
    renderDraft: publisher.renderDraft,
    logger: silentLogger,
  })
  onTestFinished(() => preview[Symbol.dispose]())
  const served = await serveOver(
    database,
    {},
    { releases: publisher, preview: hasToken ? preview : undefined },
  )
  const ask = (path: string, secret = '', init: RequestInit = {}) =>
    fetch(`${served.base}/api/preview?${new URLSearchParams({ path, secret })}`, init)
  return { ...served, preview, ask }
}

describe('a preview', () => {
  it('shows drafts with a mark, and has headers that keep it private', async () => {
    await draft('sponsors', { title: 'sponsors of a draft' })
    const { ask, base } = await start()
    const secret = await makeSecret()
    const answer = await ask('/sponsors', secret)
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toMatch(/<h1[^>]*>sponsors of a draft<\/h1>/)
    expect(html).toMatch(/Preview with unpublished changes \(<time datetime="\d{4}-/)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-type': 'text/html; charset=UTF-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toMatch(/frame-ancestors http:\/\/studio\.test$/)
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}';/)
    expect(policy).not.toContain('unsafe')
    expect(await (await fetch(`${base}/sponsors`)).text()).not.toContain('draft')
  })

  it('links to the previews of other pages, and opens all other pages in a new tab', async () => {
    const { ask } = await start()
    const secret = await makeSecret()
    const html = await (await ask('/contact', secret)).text()
    expect(html).toMatch(
      new RegExp(
        `href="/api/preview\\?path=%2Fapply&amp;secret=${secret}&amp;language=en"[^>]* target="_self"`,
      ),
    )
    expect(html).toContain('<base target="_blank">')
    expect(html).toMatch(/href="mailto:[^>]+ target="_self"/)
    expect(html).toMatch(/<a class="skip[^>]+ href="#main" target="_self">/)
    // The choice of the language stays within the preview.
    expect(html).toMatch(
      new RegExp(`href="/api/preview\\?path=%2Fcontact&amp;secret=${secret}&amp;language=fr" hreflang="fr"`),
    )
  })

  it('is shown in the language of its URL', async () => {
    const { base } = await start()
    const query = new URLSearchParams({ path: '/contact', secret: await makeSecret(), language: 'fr' })
    const answer = await fetch(`${base}/api/preview?${query}`, { headers: { 'Accept-Language': 'es' } })
    const html = await answer.text()
    expect(html).toContain('<html lang="fr"')
    expect(html).toMatch(/&amp;language=fr"[^>]* target="_self"/)
  })

  it.each(['/', '/about', '/apply', '/mentors', '/sponsors', '/team', '/contact'])(
    'exists for %s',
    async (path) => {
      const { ask } = await start()
      const answer = await ask(path, await makeSecret())
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining('id="preview-mark"'),
      ])
    },
  )

  it.each([
    '/post',
    '/404',
    '/event',
    '/event/',
    '/event/drafts.demo-day',
    '/event/demo-day/more',
    '/events',
    '/about/',
    '//about',
    '/About',
    '',
    'about',
    '/images/x',
    '/about?a',
    'http://other.test/about',
  ])('does not exist for %j', async (path) => {
    const { ask } = await start()
    expect((await ask(path, await makeSecret())).status).toBe(404)
  })

  it('shows the draft of an event, or the published event if there is no draft', async () => {
    const { ask } = await start()
    const secret = await makeSecret()
    const event = {
      _type: 'event',
      title: 'Demo <b>day</b>',
      date: '2026-12-01T02:00:00Z',
      organizers: 'the community',
      location: 'SHACK15',
      description: 'one\ntwo',
      url: 'https://example.org/?a="b"',
    }
    const look = async () => {
      const answer = await ask('/event/demo-day', secret)
      return [answer.status, await answer.text()] as const
    }
    expect(await look()).toEqual([
      422,
      expect.stringContaining('demo-day: there is no draft or published document'),
    ])
    await client.create({ ...event, _id: 'drafts.demo-day' })
    const [status, html] = await look()
    expect(status).toBe(200)
    expect(html).toContain('<title>Demo &lt;b&gt;day&lt;/b&gt; · founderlist</title>')
    expect(html).toContain('<h1 dir="auto">Demo &lt;b&gt;day&lt;/b&gt;</h1>')
    expect(html).toContain('Monday, November 30, 2026 at 6:00 PM PST')
    expect(html).toContain('href="https://example.org/?a=&quot;b&quot;" target="_blank"')
    expect(html).toContain('id="preview-mark"')
    expect(html).not.toMatch(/<(astro-island|noscript)|Loading event/)
    await client.patch('drafts.demo-day').unset(['organizers']).commit()
    expect(await look()).toEqual([422, expect.stringContaining('<li>demo-day: organizers is missing</li>')])
    const venueRef = { _type: 'reference', _ref: 'venue-shack15' }
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#396' } })
      .png()
      .toBuffer()
    const { _id: _ref } = await client.assets.upload('image', bytes)
    const image = { _type: 'image', asset: { _type: 'reference', _ref }, alt: 'A full room' }
    await client.create({ ...event, _id: 'demo-day', title: 'As published', venueRef, image })
    await client.delete('drafts.demo-day')
    onTestFinished(async () => void (await client.delete('demo-day')))
    expect(await look()).toEqual([200, expect.stringContaining('As published')])
    const [, published] = await look()
    expect(published).toContain('1 Ferry Building, Suite 201')
    expect(published).toMatch(
      new RegExp(`src="/api/preview/images/${_ref}/full-900\\.webp\\?[^>]*alt="A full room"`),
    )
  })

  it('shows a release, also on linked pages, and refuses what is no perspective', async () => {
    const { base } = await start()
    const title = 'sponsors of a release'
    await client.releases.create({ releaseId: 'rAutumn' })
    await client.createVersion({ releaseId: 'rAutumn', publishedId: 'sponsors', baseId: 'sponsors' })
    await client.patch('versions.rAutumn.sponsors').set({ title }).commit()
    await draft('sponsors', { title: 'sponsors of a draft' })
    const secret = await makeSecret()
    const ask = (perspective: string) =>
      fetch(`${base}/api/preview?${new URLSearchParams({ path: '/sponsors', secret, perspective })}`)
    const html = await (await ask('rAutumn,drafts')).text()
    expect(html).toMatch(/<h1[^>]*>sponsors of a release<\/h1>/)
    expect(html).toMatch(/path=%2Fapply&amp;secret=[^"&]+&amp;perspective=rAutumn%2Cdrafts&amp;language=en"/)
    expect(html).toMatch(/perspective=rAutumn%2Cdrafts&amp;language=fr" hreflang="fr"/)
    expect(await (await ask('drafts,rAutumn')).text()).toMatch(/<h1[^>]*>sponsors of a draft<\/h1>/)
    for (const wrong of ['raw', 'rAutumn,raw', 'a b', ','])
      expect([wrong, (await ask(wrong)).status]).toEqual([wrong, 404])
    expect(await (await fetch(`${base}/sponsors`)).text()).not.toContain(title)
  })

  it('names document, field and reason of a fault, and is correct again after the fix', async () => {
    const { ask } = await start()
    const secret = await makeSecret()
    await draft('sponsors', { title: '<b>"bold"</b>', kpis: [] })
    const faulty = await ask('/sponsors', secret)
    expect(faulty.status).toBe(422)
    expect(await faulty.text()).toContain('<li>sponsors: kpis: is empty</li>')
    expect(faulty.headers.get('cache-control')).toBe('private, no-store')
    expect((await ask('/about', secret)).status).toBe(200)
    await draft('sponsors', { title: '<b>"bold"</b>' })
    expect(await (await ask('/sponsors', secret)).text()).toMatch(/<h1[^>]*>&lt;b&gt;"bold"&lt;\/b&gt;<\/h1>/)
  })

  it('runs no script from a draft', async () => {
    await draft('about', {
      description: '"></head><script>alert(1)</script><body>',
      title: '</main><script>alert(2)</script>',
    })
    const { ask } = await start()
    const answer = await ask('/about', await makeSecret())
    const html = await answer.text()
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(answer.headers.get('content-security-policy')?.match(/script-src[^;]*/)?.[0]).toMatch(
      /^script-src 'self' 'sha256-\S+'$/,
    )
    expect(html.match(/id="preview-mark"/g)).toHaveLength(1)
  })
})

describe('the secret of an organiser', () => {
  const event = { _type: 'event', date: '2026-12-01T02:00:00Z', organizers: 'us', location: 'SHACK15' }
  const venueRef = { _type: 'reference', _ref: 'team', _weak: true }

  beforeEach(async () => {
    await draft('siteSettings', { productName: 'a secret name' })
    await draft('sponsors', { title: 'sponsors of a draft' })
    await draft('team', { name: 'a secret team' })
    await client.create({ ...event, _id: 'drafts.demo-day', title: 'Demo day', venueRef })
  })

  it('shows drafts of events, and no other', async () => {
    const { ask, base } = await start()
    const secret = await makeSecret('events')
    const html = await (await ask('/event/demo-day', secret)).text()
    expect(html).toContain('<title>Demo day · founderlist</title>')
    expect(html).not.toContain('a secret')
    // Other links lead to the published site.
    expect(html).toMatch(/href="\/apply"/)
    for (const path of ['/', '/sponsors', '/contact', '/team'])
      expect([path, (await ask(path, secret)).status]).toEqual([path, 404])
    expect((await fetch(`${base}/api/preview/shared?secret=${secret}`)).status).toBe(404)
    expect(await (await ask('/event/demo-day', await makeSecret())).text()).toContain('a secret name')
  })

  it('shares drafts of events, and no other', async () => {
    const { base } = await start()
    const [secret, expiresAt] = ['c'.repeat(48), '2999-01-01T00:00:00Z']
    const open = async (path: string) => {
      const id = crypto.randomUUID()
      const _type = secretTypes.sharedDraft.events
      await client.create({ _id: `drafts.${id}`, _type, secret, path, expiresAt })
      return fetch(`${base}/api/preview/shared?secret=${id}.${secret}`)
    }
    const html = await (await open('/event/demo-day')).text()
    expect(html).toContain('<title>Demo day · founderlist</title>')
    expect(html).not.toContain('a secret')
    expect((await open('/sponsors')).status).toBe(404)
  })
})

describe('the secret of a preview', () => {
  const refusal = 'this preview link is not valid: open the preview from the Studio'

  it.each([
    ['absent', () => ''],
    ['forged', () => `${crypto.randomUUID()}.${'b'.repeat(40)}`],
    ['altered', async () => (await makeSecret()).replace(/a$/, 'b')],
    ['truncated', async () => (await makeSecret()).slice(0, -1)],
    ['the id of another document', () => `sponsors.${'a'.repeat(40)}`],
    ['very long', () => 'a'.repeat(8_000)],
  ])('is refused if it is %s', async (_what, make) => {
    const { ask, base, logged } = await start()
    const secret = await make()
    const answer = await ask('/sponsors', secret)
    expect([answer.status, await answer.text()]).toEqual([401, refusal])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    for (const path of ['images/x.webp', 'changes'])
      expect((await fetch(`${base}/api/preview/${path}?secret=${secret}`)).status).toBe(401)
    expect(logged()).toContain('a preview link was refused')
  })

  it('is refused with a page when opened in a tab or a frame', async () => {
    const { base } = await start()
    const address = `${base}/api/preview?path=/about&secret=wrong`
    const answer = await fetch(address, { headers: { Accept: 'text/html,*/*;q=0.8' } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors')
    expect(await answer.text()).toContain('<h1>This preview has ended: open it again from the Studio.</h1>')
  })

  it('is refused if it is in a published document, which anybody may read', async () => {
    const id = crypto.randomUUID()
    const secret = 'a'.repeat(40)
    await client.create({ _id: id, _type: 'sanity.previewUrlSecret', secret })
    const { ask } = await start()
    expect((await ask('/sponsors', `${id}.${secret}`)).status).toBe(401)
  })

  it('is valid for an hour', async () => {
    const { ask, preview } = await start()
    const secret = await makeSecret()
    const madeAt = Date.now()
    expect(await preview.verifySecret(secret, madeAt + lifetime - 5_000)).toMatchObject({ verdict: 'good' })
    expect(await preview.verifySecret(secret, madeAt + lifetime + 5_000)).toEqual({ verdict: 'expired' })
    vi.spyOn(Date, 'now').mockReturnValue(madeAt + lifetime + 5_000)
    onTestFinished(() => void vi.restoreAllMocks())
    const answer = await ask('/sponsors', secret)
    expect([answer.status, await answer.text()]).toEqual([
      401,
      'this preview link has expired: open the preview again from the Studio',
    ])
  })

  it('cannot be guessed: after twenty wrong secrets the network is refused without a check', async () => {
    const { ask } = await start()
    const good = await makeSecret()
    for (let attempt = 0; attempt < 20; attempt += 1) expect((await ask('/about', 'wrong')).status).toBe(401)
    const answer = await ask('/about', good)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60'])
    const page = await ask('/about', good, { headers: { Accept: 'text/html' } })
    expect(await page.text()).toContain('<meta http-equiv="refresh" content="60">')
  })

  it('is never logged', async () => {
    const { ask, logged } = await start()
    const secret = await makeSecret()
    await ask('/about', secret)
    expect(logged()).toContain('/api/preview')
    expect(logged()).not.toContain(secret.split('.')[1])
  })

  it('gets 503 if the server has no token', async () => {
    const { ask } = await start({ hasToken: false })
    const answer = await ask('/about', await makeSecret())
    expect([answer.status, await answer.text()]).toEqual([
      503,
      'previews are not available: set SANITY_READ_TOKEN to a token that may read drafts',
    ])
  })

  it('gets 503 while the content does not answer', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    await new Promise((resolve) => server.close(resolve))
    const { ask } = await start({ settings: { ...readLake(), apiHost: `http://127.0.0.1:${port}` } })
    const answer = await ask('/about', await makeSecret())
    expect([answer.status, await answer.text()]).toEqual([
      503,
      'the content is not available right now, try again in a moment',
    ])
  })
})

describe('the published site', () => {
  async function uploadPhoto() {
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#396' } })
      .png()
      .toBuffer()
    const { _id } = await client.assets.upload('image', bytes, { filename: 'photo.png' })
    const photo = { _type: 'figure', alt: 'a photo of a draft', asset: { _type: 'reference', _ref: _id } }
    await draft('team', {})
    await client.patch('drafts.team').set({ 'members[0].photo': photo }).commit()
  }

  it('lacks the images of drafts, which previews have', async () => {
    await uploadPhoto()
    const { ask, base } = await start()
    const secret = await makeSecret()
    const html = await (await ask('/team', secret)).text()
    const src = /<img[^>]* src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(src).toMatch(/^\/api\/preview\/images\/image-.*\.webp\?secret=/)
    expect(html.match(/[" ]\/images\//g)).toBeNull()
    const image = await fetch(base + src)
    expect([image.status, image.headers.get('content-type'), image.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'private, no-store',
    ])
    expect((await sharp(await image.arrayBuffer()).metadata()).format).toBe('webp')
    const publicPath = src.replace('/api/preview', '').split('?')[0]
    expect((await fetch(base + publicPath)).status).toBe(404)
    expect((await fetch(base + src.split('?')[0])).status).toBe(401)
    expect((await fetch(`${base}/api/preview/images/image-none/full-1.webp?secret=${secret}`)).status).toBe(
      404,
    )
  })

  it('is byte for byte the same after previews, in memory and on disk', async () => {
    await draft('sponsors', { title: 'only a draft' })
    const { ask, base } = await start()
    const secret = await makeSecret()
    const readAll = () =>
      Promise.all(
        pages.map(async ({ path }) => {
          const answer = await fetch(base + path.replaceAll('shell', 'other'))
          return [answer.status, answer.headers.get('etag'), await answer.text()]
        }),
      )
    const before = { release: publisher.current(), pages: await readAll(), folder: await readdir(folder) }
    await Promise.all(['/', '/sponsors', '/about', '/sponsors'].map((path) => ask(path, secret)))
    await draft('about', { title: 3 })
    expect((await ask('/about', secret)).status).toBe(422)
    expect(await publisher.publish()).toMatchObject({ state: 'unchanged' })
    expect(publisher.current()).toBe(before.release)
    expect(await readAll()).toEqual(before.pages)
    expect(await readdir(folder)).toEqual(before.folder)
  })

  it('does not wait for previews, which render one at a time', async () => {
    const [started, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const begun: string[] = []
    const preview = openPreview({
      client,
      token: readLake().token,
      renderDraft: async (path, token) => {
        begun.push(path)
        started.resolve()
        await held.promise
        return publisher.renderDraft(path, token)
      },
      logger: silentLogger,
    })
    const paths = ['/', '/about', '/apply', '/mentors', '/sponsors', '/team', '/contact']
    const asked = [...paths, ...paths].map((path) => preview.render(path, 'drafts', 'all'))
    await started.promise
    await publisher.publish()
    expect(begun).toEqual(['/'])
    held.resolve()
    await Promise.all(asked)
    expect(begun).toEqual(paths)
  })
})

describe('the stream of changes', () => {
  async function listen(base: string, secret: string) {
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const answer = await fetch(`${base}/api/preview/changes?secret=${secret}`, { signal: leaving.signal })
    let heard = ''
    const ended = (async () => {
      for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) heard += chunk
    })().catch(() => undefined)
    return { answer, ended, count: () => heard.split('event: change').length - 1 }
  }

  it('announces each change of a draft', async () => {
    const { base } = await start()
    const { answer, count } = await listen(base, await makeSecret())
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    // It begins with one event, because changes since the rendering may have been missed.
    await vi.waitUntil(() => count() === 1, pollOptions)
    await draft('sponsors', { title: 'one' })
    await vi.waitUntil(() => count() === 2, pollOptions)
    await client.patch('drafts.sponsors').set({ title: 'two' }).commit()
    await vi.waitUntil(() => count() === 3, pollOptions)
    await client.create({ _id: 'drafts.some-event', _type: 'event', title: 'no page of its own' })
    await vi.waitUntil(() => count() === 4, pollOptions)
  })

  it('ends when the server stops', async () => {
    const { base, preview } = await start()
    const { ended } = await listen(base, await makeSecret())
    preview[Symbol.dispose]()
    await ended
    const late = await listen(base, await makeSecret())
    await late.ended
    expect(late.count()).toBe(0)
  })
})

describe('a shared draft', () => {
  const path = '/sponsors'

  /** Stores a link as the Studio does. */
  async function makeLink(fields: Record<string, unknown> = {}): Promise<string> {
    const [id, secret] = [crypto.randomUUID(), 'c'.repeat(48)]
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    await client.create({
      _id: `drafts.${id}`,
      _type: secretTypes.sharedDraft.all,
      secret,
      path,
      expiresAt,
      ...fields,
    })
    return `${id}.${secret}`
  }
  async function startShared() {
    const { base, logged } = await start()
    const open = (secret: string, headers: Record<string, string> = {}, more = '') =>
      fetch(`${base}/api/preview/shared?secret=${secret}${more}`, { headers })
    return { base, open, logged }
  }

  it('is one page with a mark, without a script of the preview, and its links lead to the published site', async () => {
    await draft('sponsors', { title: 'sponsors of a draft' })
    const { base, open } = await startShared()
    const secret = await makeLink()
    const answer = await open(secret)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(html).toMatch(/<h1[^>]*>sponsors of a draft<\/h1>/)
    expect(html).toMatch(
      /<aside id="preview-mark"[^>]*><p>this is a preview: .* this link works until \w+day, /,
    )
    expect(html).toMatch(/href="\/apply"/)
    expect(html).not.toMatch(/EventSource|<base /)
    expect(html.match(/href="[^"]*secret=[^"]*"/g)).toEqual(
      ['es', 'fr'].map((other) => `href="/api/preview/shared?secret=${secret}&amp;language=${other}"`),
    )
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringMatching(/frame-ancestors 'none'$/),
    })
    // Its secret opens nothing else.
    for (const other of ['?path=/sponsors&secret=', '?path=/team&secret=', '/changes?secret='])
      expect((await fetch(`${base}/api/preview${other}${secret}`)).status).toBe(401)
    expect(await (await fetch(`${base}/sponsors`)).text()).not.toContain('of a draft')
  })

  it('shows its images', async () => {
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#396' } })
      .png()
      .toBuffer()
    const { _id: _ref } = await client.assets.upload('image', bytes)
    const photo = { _type: 'figure', alt: 'a photo', asset: { _type: 'reference', _ref } }
    await draft('team', {})
    await client.patch('drafts.team').set({ 'members[0].photo': photo }).commit()
    const { base, open } = await startShared()
    const html = await (await open(await makeLink({ path: '/team' }))).text()
    const src = /<img[^>]* src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect((await fetch(base + src)).headers.get('content-type')).toBe('image/webp')
  })

  it.each([
    [
      'withdrawn',
      404,
      async (secret: string) => void (await client.delete(`drafts.${secret.split('.')[0]}`)),
    ],
    ['incomplete', 404, () => undefined],
    [
      'expired',
      410,
      async (secret: string) =>
        void (await client
          .patch(`drafts.${secret.split('.')[0]}`)
          .set({ expiresAt: new Date(Date.now() - 1).toISOString() })
          .commit()),
    ],
  ])('answers to a link that is %s with %i, in the visitor’s language', async (what, status, end) => {
    const { open } = await startShared()
    const secret = await makeLink()
    expect((await open(secret)).status).toBe(200)
    await end(secret)
    const given = what === 'incomplete' ? secret.slice(0, -4) : secret
    const answer = await open(given, { 'Accept-Language': 'de, fr-CA;q=0.9, en;q=0.5' })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const html = await answer.text()
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain(`<h1>${fr.sharedDraft.gone}`)
  })

  it.each([
    ['the secret of an editor', () => makeSecret()],
    ['a link to what is no page', () => makeLink({ path: '/images/x' })],
    [
      'a published document',
      async () => {
        const [id, secret] = [crypto.randomUUID(), 'c'.repeat(48)]
        await client.create({
          _id: id,
          _type: secretTypes.sharedDraft.all,
          secret,
          path,
          expiresAt: '2999-01-01T00:00:00Z',
        })
        onTestFinished(async () => void (await client.delete(id)))
        return `${id}.${secret}`
      },
    ],
  ])('is not opened by %s', async (_what, make) => {
    const { open } = await startShared()
    expect((await open(await make())).status).toBe(404)
  })

  it('is in the language of its URL, and tells no visitor which field is faulty', async () => {
    const { open } = await startShared()
    const secret = await makeLink()
    const spanish = await (await open(secret, {}, '&language=es')).text()
    expect(spanish).toContain('<html lang="es"')
    expect(spanish).toContain('esto es una vista previa')
    expect(spanish).toMatch(/href="\/api\/preview\/shared\?secret=[^"&]+&amp;language=en" hreflang="en"/)
    expect(spanish).toContain('href="/es/about"')
    await draft('sponsors', { kpis: [] })
    const faulty = await open(secret)
    expect(faulty.status).toBe(422)
    const html = await faulty.text()
    expect(html).toContain('this draft cannot be shown right now')
    expect(html).not.toContain('kpis')
  })

  it('cannot be guessed', async () => {
    const { open } = await startShared()
    const good = await makeLink()
    for (let attempt = 0; attempt < 20; attempt += 1) expect((await open('wrong')).status).toBe(404)
    expect((await open(good)).status).toBe(429)
  })
})
