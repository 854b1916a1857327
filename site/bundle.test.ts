import { createClient, type SanityClient } from '@sanity/client'
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { glob, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ContentSettings } from '#domain/content/content-settings.ts'
import { type Language, languages } from '#domain/language.ts'
import { pages } from '#domain/pages/pages.ts'
import type { createRenderer } from './bundle.ts'

const run = promisify(execFile)
const checkout = fileURLToPath(new URL('..', import.meta.url))
const opened = new AsyncDisposableStack()
const dataset = { projectId: 'local', dataset: 'production' }

let folder: string
let bundle: { createRenderer: typeof createRenderer }
let lake: { apiHost: string; token: string }
let client: SanityClient

const canary = 'canary-7261'
/** Settings of a server that no visitor may see. */
const secrets = Object.fromEntries(
  [
    'DATABASE_URL',
    'MODERATION_TOKEN',
    'SANITY_READ_TOKEN',
    'SANITY_WRITE_TOKEN',
    'SANITY_WEBHOOK_SECRET',
    'PURGE_TOKEN',
    'LAKE_SITE_SECRET',
    'LAKE_OIDC_CLIENT_SECRET',
  ].map((name) => [name, `${canary}-of-${name}`]),
)

/** Builds the bundle as the publisher does, in a folder from which it can import its packages. */
async function buildBundle(): Promise<typeof bundle> {
  await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  const outDir = join(folder, 'site')
  // In a child process, because NODE_ENV is `test` in this one.
  const { PATH = '' } = process.env
  await run(
    process.execPath,
    [join(checkout, 'node_modules/astro/bin/astro.mjs'), 'build', '--outDir', outDir],
    {
      cwd: checkout,
      env: { ...secrets, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', PATH },
    },
  )
  return (await import(pathToFileURL(join(outDir, 'server', 'entry.mjs')).href)) as typeof bundle
}

/** Starts a local Content Lake with the seed. */
async function startLake(): Promise<typeof lake> {
  const child = fork(join(checkout, 'studio/lake/server.ts'), {
    env: {
      ...process.env,
      LAKE_FOLDER: join(folder, 'lake'),
      LAKE_PORT: '0',
      LAKE_SEED: join(checkout, 'studio/seed/content.ndjson'),
    },
    stdio: 'ignore',
  })
  opened.defer(async () => {
    if (child.kill('SIGTERM')) await once(child, 'exit')
  })
  const [ready] = (await once(child, 'message')) as [{ port: number; token: string }]
  return { apiHost: `http://127.0.0.1:${ready.port}`, token: ready.token }
}

/** Creates a renderer, which has not read any content yet. */
function open(parts: Partial<ContentSettings> = {}) {
  const content = { ...dataset, ...lake, perspective: 'published', ...parts } as const
  const { render } = bundle.createRenderer({ siteUrl: 'https://example.org', content })
  return async (path: string, language: Language = 'en') => {
    const { status, body } = await render(path, language)
    return { status, body, html: new TextDecoder().decode(body) }
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'founderlist-bundle-'))
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  ;[bundle, lake] = await Promise.all([buildBundle(), startLake()])
  client = createClient({
    ...dataset,
    ...lake,
    apiVersion: '2025-02-19',
    useCdn: false,
    useProjectHostname: false,
    perspective: 'raw',
  })
}, 120_000)
afterAll(() => opened.disposeAsync())

const translated = new RegExp(`_(${languages.join('|')})$`)

/** A document without its translations. */
function inEnglish<Document>(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (name, value) => (translated.test(name) ? undefined : value))
}

/** Fields that are not copy, that only search engines read, or that a script shows. */
const unseen =
  /^_|^(description|style|listItem|currency|period|kpiPeriod|productName|contactEmail|schedulingUrl|href|bookingText)$/

/** All copy of a document that its page shows. */
function listCopy(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(listCopy)
  return Object.entries(Object(value)).flatMap(([name, part]) => (unseen.test(name) ? [] : listCopy(part)))
}

/** Matches a text with figures in place of its `{names}`. */
function fillIn(text: string): RegExp {
  return new RegExp(
    text
      .split(/\{\w+\}/)
      .map(RegExp.escape)
      .join('[\\d–-]+'),
  )
}

/** The texts in the body of a page: those that are marked as English, then all others. */
function readTexts(html: string): [marked: string[], plain: string[]] {
  const marked: string[] = []
  const plain: string[] = []
  const read = (node: DefaultTreeAdapterTypes.Node, lang: string) => {
    if ('value' in node && node.nodeName === '#text') (lang === 'en' ? marked : plain).push(node.value.trim())
    if (!('childNodes' in node) || ['head', 'script', 'style'].includes(node.nodeName)) return
    const own = 'attrs' in node ? node.attrs.find(({ name }) => name === 'lang')?.value : undefined
    for (const child of node.childNodes) read(child, own ?? lang)
  }
  read(parse(html), '')
  return [marked, plain]
}

it('fault 70: neither a file of the bundle nor a page contains a secret', async () => {
  const cwd = join(folder, 'site')
  const files = await Array.fromAsync(glob('**/*.*', { cwd }))
  expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(10)
  const bodies = await Promise.all(files.map((file) => readFile(join(cwd, file), 'latin1')))
  expect(files.filter((_, index) => bodies[index]?.includes(canary))).toEqual([])
  const render = open()
  for (const { path } of pages) expect((await render(path)).html).not.toContain(lake.token)
})

describe('a page of the bundle', () => {
  /** Documents that are reset before each test. */
  const ids = ['siteSettings', 'home', 'about', 'apply', 'mentors', 'sponsors', 'team', 'contact']
  let before: Array<{ _id: string; _type: string }>

  beforeAll(async () => {
    before = await client.fetch('*[_id in $ids]', { ids })
  })
  beforeEach(async () => {
    const transaction = client.transaction()
    for (const document of before) transaction.createOrReplace(document).delete(`drafts.${document._id}`)
    await transaction.commit()
  })

  it('fails if its content is invalid, and no other page does', async () => {
    await client.patch('sponsors').set({ 'tiers[1].price': '250K' }).commit()
    const render = open()
    await expect(render('/sponsors')).rejects.toMatchObject({
      code: 'content-faulty',
      message: 'sponsors: tiers[1] (Tier 2 Core).price: must be a number, not "250K"',
    })
    expect((await render('/about')).status).toBe(200)
  })

  describe('in another language', () => {
    /** The pages, each with the documents whose copy it shows. */
    const shown: ReadonlyArray<[path: string, parts: string[]]> = [
      ['/', ['home']],
      ...['about', 'apply', 'mentors', 'sponsors', 'team', 'contact'].map((id): [string, string[]] => [
        `/${id}`,
        [id, 'siteSettings'],
      ]),
    ]

    it('is in English, marked with `lang`, where the content is not translated', async () => {
      const transaction = client.transaction()
      for (const document of before) transaction.createOrReplace(inEnglish(document))
      await transaction.commit()
      const render = open()
      for (const [path, parts] of shown) {
        const [marked, plain] = readTexts((await render(path, 'es')).html)
        const copy = listCopy(inEnglish(before.filter(({ _id }) => parts.includes(_id))))
        expect(copy.length).toBeGreaterThan(0)
        expect(copy.filter((text) => !marked.some((found) => fillIn(text).test(found)))).toEqual([])
        expect(plain.filter((text) => copy.includes(text))).toEqual([])
      }
    })

    it('marks nothing as English where everything is translated', async () => {
      const render = open()
      for (const [path] of shown) {
        const { html } = await render(path, 'fr')
        expect(html).toContain('<html lang="fr"')
        expect(readTexts(html)[0]).toEqual(['english'])
      }
    })
  })

  it('fails if its document is missing', async () => {
    await client.delete('team')
    await expect(open()('/team')).rejects.toMatchObject({
      code: 'content-faulty',
      message: 'team: there is no published document',
    })
  })

  it('fails if the Content Lake cannot be reached', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await expect(open({ apiHost: `http://127.0.0.1:${port}` })('/team')).rejects.toMatchObject({
      code: 'content-unreadable',
      message: expect.stringMatching(/^team: could not be read: .*ECONNREFUSED/),
    })
  }, 30_000)

  it.each(['/', '/post', '/events/shell', '/about', '/404'])(
    'carries the product’s name: %s',
    async (path) => {
      await client.patch('siteSettings').set({ productName: 'Another <Name>' }).commit()
      const { html } = await open()(path)
      expect(html).toMatch(/<title>[^<]+ · Another &lt;Name&gt;<\/title>/)
      expect(html).toContain('<meta name="application-name" content="Another &lt;Name&gt;">')
      expect(html).not.toContain('founderlist')
    },
  )

  it('shows the same snapshot of the content as long as its renderer lives', async () => {
    const render = open()
    await render('/sponsors')
    await client.patch('sponsors').set({ 'tiers[1].price': 1000 }).commit()
    expect((await render('/sponsors')).html).toContain('$250K')
    expect((await open()('/sponsors')).html).toContain('$1K')
  })

  it('shows drafts only in the perspective `drafts`', async () => {
    const published = await client.getDocument('sponsors')
    if (!published) throw new Error('the seed has no sponsors')
    await client.create({ ...published, _id: 'drafts.sponsors', deliverables: ['a draft of a deliverable'] })
    expect((await open()('/sponsors')).html).not.toContain('a draft of a deliverable')
    const render = open({ perspective: 'drafts' })
    expect((await render('/sponsors')).html).toContain('a draft of a deliverable')
  })

  it('links to images on its own origin and serves each in the size that its path names', async () => {
    const upload = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const asset = await client.assets.upload('image', upload, { filename: 'ada.png' })
    const photo = { _type: 'figure', asset: { _type: 'reference', _ref: asset._id }, alt: 'Ada at a desk' }
    await client.patch('team').set({ 'members[0].photo': photo }).commit()

    const render = open()
    const { html } = await render('/team')
    const img = /<img[^>]+>/.exec(html)?.[0] ?? ''
    expect(img).toContain('alt="Ada at a desk"')
    expect(img).toContain('width="200" height="200"')
    const candidates = [.../(\/images\/\S+) (\d+)w/g[Symbol.matchAll](img)]
    expect(candidates.map(([, , width]) => width)).toEqual(['160', '200'])
    for (const [, path = '', width] of candidates) {
      const { status, body } = await render(path)
      expect(status).toBe(200)
      expect(await sharp(body).metadata()).toMatchObject({
        format: 'webp',
        width: Number(width),
        height: Number(width),
      })
    }
  })

  it.each([
    '/images/x',
    '/images/..%2f..%2fv1%2fusers%2fme',
    '/images/image-abc-80x60-png/full-81.webp',
    '/nothing',
  ])('is not found at %s', async (path) => {
    expect((await open()(path)).status).toBe(404)
  })

  it('fails if an image no longer exists', async () => {
    await expect(open()('/images/image-abc-80x60-png/full-80.webp')).rejects.toMatchObject({
      code: 'image-unreadable',
      message: 'image-abc-80x60-png: could not be read: the image does not exist; choose it again',
    })
  })
})
