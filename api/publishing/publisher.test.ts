import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { PageView } from '#domain/pages/page-view.ts'
import { pages } from '#domain/pages/pages.ts'
import { inLanguage } from '#domain/in-language.ts'
import { createContentClient } from '../content/client.ts'
import { checkout } from '../runtime/checkout.ts'
import { useSeededLake } from '../tests/content.ts'
import type { RegisterCleanup } from '../tests/server-process.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { ensureBundle } from './bundle.ts'
import { localPages } from './pages.ts'
import { openPublisher, type Publisher } from './publisher.ts'
import { ReleaseStore } from './releases/release-store.ts'
import { rollBack } from './releases/roll-back.ts'

const readContent = useSeededLake()
const sources = [
  'site',
  'api/domain',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

async function makeFolder(onEnd: RegisterCleanup = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-publisher-'))
  onEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** A copy of the checkout without builds, shared by the tests that build. They may change its files. */
const readCopy = useCheckoutCopy()

function useCheckoutCopy(): () => string {
  let root = ''
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'founderlist-checkout-'))
    for (const name of sources) await cp(join(checkout, name), join(root, name), { recursive: true })
    await symlink(join(checkout, 'node_modules'), join(root, 'node_modules'))
    return () => rm(root, { recursive: true, force: true, maxRetries: 3 })
  })
  return () => root
}

type Opening = {
  root?: string
  lines?: string[]
  siteUrl?: string
  apiHost?: string
  onEnd?: RegisterCleanup
}

async function open(
  folder: string,
  {
    root = checkout,
    lines = [],
    siteUrl = 'https://example.org',
    onEnd = onTestFinished,
    ...rest
  }: Opening = {},
): Promise<Publisher> {
  const content = { ...readContent(), ...rest }
  const publisher = await openPublisher({
    checkout: root,
    folder,
    settings: { siteUrl, content },
    log: (line) => lines.push(line),
    logger,
  })
  onEnd(async () => publisher[Symbol.dispose]())
  return publisher
}

const errors: string[] = []
const logger = { error: (_: unknown, text?: string) => void errors.push(text ?? '') }

/** Shared by the tests that publish changes. Each starts from the state that the previous one left. */
const readShared = usePublisher()

function usePublisher(): () => { publisher: Publisher; folder: string } {
  let shared: { publisher: Publisher; folder: string } | undefined
  beforeAll(async () => {
    await using ends = new AsyncDisposableStack()
    const onEnd: RegisterCleanup = (end) => ends.defer(end)
    const folder = await makeFolder(onEnd)
    shared = { folder, publisher: await open(folder, { onEnd }) }
    const atTheEnd = ends.move()
    return () => atTheEnd.disposeAsync()
    // The first start of a version builds its pages.
  }, 300_000)
  return () => {
    if (!shared) throw new Error('The publisher of the tests has not been opened yet')
    return shared
  }
}

const client = () => createContentClient(readContent())
const listBuilds = (root: string) => readdir(join(root, '.build/site')).catch(() => [])
const renderEvent = async (publisher: Publisher) =>
  (await publisher.renderPage('/event/x', { page: 'event', state: 'missing' })).html
const read = (publisher: Publisher, file: string) =>
  publisher.current()?.files.get(file)?.identity.body.toString()

/** Changes the price of the first tier in the content. */
async function setPrice(price: unknown): Promise<void> {
  await client().patch('sponsors').set({ 'tiers[0].price': price }).commit()
}

/** Changes the product name, which is on every page. */
async function setName(productName: string): Promise<void> {
  await client().patch('siteSettings').set({ productName }).commit()
}

async function setTitle(document: string, title: string): Promise<void> {
  await client().patch(document).set({ title }).commit()
}

async function addEmptyRelease(folder: string): Promise<void> {
  const release = join(folder, '20200101T000000000Z-000000000000')
  await mkdir(release)
  await writeFile(join(release, 'release.json'), '')
}

describe('the publisher', () => {
  it('renders every page with its policy, and writes it to disk', async () => {
    const folder = await makeFolder()
    const publisher = await open(folder)
    expect(publisher.current()).toBeUndefined()
    expect(await publisher.publish()).toMatchObject({ state: 'live', renderedPages: localPages.length })
    const release = publisher.current()
    for (const { localFile: file, language } of localPages) {
      const { headers, identity } = release?.files.get(file) ?? {}
      expect(headers?.['Content-Security-Policy']).toMatch(/^default-src 'none'; script-src 'self'/)
      expect(identity?.body.toString()).toMatch(new RegExp(`^<!DOCTYPE html><html lang="${language}"`))
      expect(await readFile(join(folder, release?.id ?? '', file))).toEqual(identity?.body)
    }
  })

  it('renders only changed pages', async () => {
    const { publisher } = readShared()
    await publisher.publish()
    const before = publisher.current()
    expect(await publisher.publish()).toMatchObject({ state: 'unchanged' })
    await setPrice(160_000)
    onTestFinished(() => setPrice(150_000))
    expect(await publisher.publish()).toMatchObject({ state: 'live', renderedPages: 3 })
    expect(read(publisher, 'sponsors.html')).toContain('$160K')
    const identityOf = (release = before) => release?.files.get('about.html')?.identity
    expect(identityOf(publisher.current())).toBe(identityOf())
    await setName('other name')
    onTestFinished(() => setName('founderlist'))
    expect(await publisher.publish()).toMatchObject({ state: 'live', renderedPages: localPages.length })
  })

  it('reads only the changed documents when they are given, otherwise all', async () => {
    const { publisher } = readShared()
    await publisher.publish()
    onTestFinished(() => setPrice(150_000))
    await setPrice(162_000)
    await setTitle('team', 'Team, of which nothing was told')
    expect(await publisher.publish(new Set(['sponsors']))).toMatchObject({ renderedPages: 3 })
    expect(read(publisher, 'sponsors.html')).toContain('$162K')
    expect(await publisher.publish()).toMatchObject({ renderedPages: 3 })
    expect(read(publisher, 'team.html')).toContain('Team, of which nothing was told')
  })

  it('renders with the documents of the served release, even if the content is newer or unreachable', async () => {
    const folder = await makeFolder()
    const first = await open(folder)
    await first.publish()
    const { id = '' } = first.current() ?? {}
    await setName('newer name')
    onTestFinished(() => setName('founderlist'))
    expect(await renderEvent(first)).toContain('<title>Event Not Found · founderlist</title>')
    expect(await inLanguage('es', () => renderEvent(first))).toContain('· founderlist</title>')
    await first.publish()
    expect(await renderEvent(first)).toContain('· newer name</title>')
    await rollBack(folder, id)
    await first.followRollback()
    expect(await renderEvent(first)).toContain('· founderlist</title>')
    await client().patch('siteSettings').unset(['productName']).commit()
    expect(await first.publish()).toMatchObject({ stale: { length: pages.length } })
    first[Symbol.dispose]()
    const second = await open(folder, { apiHost: 'http://127.0.0.1:1' })
    expect(await renderEvent(second)).toContain('· founderlist</title>')
  })

  it('sends a page without its record if the record cannot be rendered', async () => {
    const { publisher } = readShared()
    await publisher.publish()
    const view = { page: 'event', state: 'shown' } as unknown as PageView
    const page = await inLanguage('fr', () => publisher.renderPage('/event/x', view))
    expect(page).toEqual({ html: read(publisher, 'fr/shell/event.html'), hasRecord: false, reads: [] })
    expect(errors).toEqual([expect.stringContaining('a page is sent without its record')])
  })

  it('keeps a broken page unchanged in all languages, updates the others, and recovers', async () => {
    const { publisher } = readShared()
    await publisher.publish()
    const readSponsors = () => ['', 'es/', 'fr/'].map((folder) => read(publisher, `${folder}sponsors.html`))
    const before = readSponsors()
    await setPrice('a lot')
    onTestFinished(() => setPrice(150_000))
    await setTitle('team', 'Team, while the sponsors are broken')
    const outcome = await publisher.publish()
    const stale = {
      page: '/sponsors',
      since: expect.stringMatching(/^\d{4}-/),
      reason: expect.stringMatching(/^sponsors: tiers\[0\] \(Tier 1 Pilot\)\.price: must be a number/),
      behind: ['sponsors'],
    }
    expect(outcome).toMatchObject({ state: 'live', renderedPages: 3, stale: [stale] })
    expect(read(publisher, 'team.html')).toContain('Team, while the sponsors are broken')
    expect(readSponsors()).toEqual(before)
    const { id } = publisher.current() ?? {}
    expect(await publisher.publish()).toMatchObject({ state: 'unchanged', stale: publisher.readStale() })
    expect(publisher.current()?.id).toBe(id)
    await setPrice(170_000)
    expect(await publisher.publish()).toMatchObject({ state: 'live', stale: [] })
    expect(read(publisher, 'es/sponsors.html')).toContain('170')
  })

  it('keeps every page unchanged when a document that all of them show is broken', async () => {
    const { publisher } = readShared()
    await publisher.publish()
    const before = publisher.current()
    await client().patch('siteSettings').unset(['productName']).commit()
    onTestFinished(() => setName('founderlist'))
    await setTitle('about', 'About, while the settings are broken')
    const outcome = await publisher.publish()
    expect(outcome).toMatchObject({ state: 'unchanged' })
    expect(publisher.readStale()).toHaveLength(pages.length)
    expect(publisher.readStale().find(({ page }) => page === '/about')).toMatchObject({
      reason: 'siteSettings: productName: is missing',
      behind: expect.arrayContaining(['about', 'siteSettings']),
    })
    expect(publisher.readStale().find(({ page }) => page === '/team')?.behind).toEqual(['siteSettings'])
    expect(publisher.current()).toBe(before)
  })

  it('keeps a page unchanged that would get a dead link', async () => {
    const { publisher } = readShared()
    await publisher.publish()
    const before = read(publisher, 'contact.html')
    const value = [
      {
        _type: 'block',
        _key: 'a',
        style: 'normal',
        markDefs: [{ _type: 'link', _key: 'l', href: '/nowhere/at/all' }],
        children: [{ _type: 'span', _key: 's', text: 'there', marks: ['l'] }],
      },
    ]
    await client().patch('contact').set({ intro: value }).commit()
    onTestFinished(async () => {
      await client().patch('contact').unset(['intro']).commit()
    })
    expect(await publisher.publish()).toMatchObject({
      stale: [{ page: '/contact', reason: 'contact.html links to /nowhere/at/all, which does not exist' }],
    })
    expect(read(publisher, 'contact.html')).toBe(before)
  })

  it('still has a stale page after a restart, and knows since when it is stale', async () => {
    const folder = await makeFolder()
    const first = await open(folder)
    await first.publish()
    onTestFinished(() => setPrice(150_000))
    await setPrice('a lot')
    await first.publish()
    const [stale] = first.readStale()
    first[Symbol.dispose]()
    const second = await open(folder)
    expect(second.readStale()).toEqual([stale])
    expect(await second.publish()).toMatchObject({ state: 'unchanged', stale: [stale] })
    await setTitle('about', 'About, after a restart')
    expect(await second.publish()).toMatchObject({ state: 'live', stale: [stale] })
    expect(read(second, 'sponsors.html')).toBe(read(first, 'sponsors.html'))
  })

  it('takes a broken page from a release of another version, with the assets that it loads', async () => {
    const folder = await makeFolder()
    const first = await open(folder)
    await first.publish()
    first[Symbol.dispose]()
    onTestFinished(() => setPrice(150_000))
    await setPrice('a lot')
    // Another site URL counts as another version of the code.
    const second = await open(folder, { siteUrl: 'https://other.example.org' })
    expect(second.current()).toBeUndefined()
    expect(await second.publish()).toMatchObject({ state: 'live', stale: [{ page: '/sponsors' }] })
    expect(read(second, 'sponsors.html')).toBe(read(first, 'sponsors.html'))
    expect(read(second, 'about.html')).toContain('https://other.example.org')
    await setPrice(171_000)
    expect(await second.publish()).toMatchObject({ state: 'live', stale: [] })
    expect(read(second, 'sponsors.html')).toContain('https://other.example.org')
  })

  it('makes no release if a broken page has no earlier version', async () => {
    const folder = await makeFolder()
    onTestFinished(() => setPrice(150_000))
    await setPrice('a lot')
    const publisher = await open(folder)
    expect(await publisher.publish()).toMatchObject({
      state: 'failed',
      error: { code: 'content-faulty', message: expect.stringMatching(/^sponsors: tiers/) },
    })
    expect(publisher.current()).toBeUndefined()
    await setPrice(172_000)
    expect(await publisher.publish()).toMatchObject({ state: 'live', stale: [] })
  })

  it('serves the release of the previous process at once', async () => {
    const folder = await makeFolder()
    const first = await open(folder)
    await first.publish()
    const { id } = first.current() ?? {}
    first[Symbol.dispose]()
    const second = await open(folder)
    expect(second.current()?.id).toBe(id)
    expect(read(second, 'index.html')).toBe(read(first, 'index.html'))
    await setPrice(161_000)
    onTestFinished(() => setPrice(150_000))
    expect(await second.publish()).toMatchObject({ state: 'live', renderedPages: 3 })
  })

  it('serves the newest intact release when the last one is damaged, and renders that one again', async () => {
    const folder = await makeFolder()
    const first = await open(folder)
    await first.publish()
    const older = first.current()?.id
    onTestFinished(() => setPrice(150_000))
    await setPrice(183_000)
    await first.publish()
    const newer = first.current()?.id ?? ''
    first[Symbol.dispose]()
    await truncate(join(folder, newer, 'sponsors.html'), 1_000)
    const lines: string[] = []
    const second = await open(folder, { lines })
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^The release ${newer} is damaged`))])
    expect(second.current()?.id).toBe(older)
    expect(await second.publish()).toMatchObject({ state: 'live' })
    expect(read(second, 'sponsors.html')).toBe(read(first, 'sponsors.html'))
  })

  it.each<[string, (release: string, folder: string) => Promise<unknown>, string]>([
    ['with a truncated page', (release) => truncate(join(release, 'about.html'), 100), 'is damaged'],
    ['without a page', (release) => rm(join(release, 'es/team.html')), 'es/team.html is missing'],
    ['with an empty shell', (release) => truncate(join(release, 'events.html')), 'is damaged'],
    [
      'with an empty manifest',
      (release) => truncate(join(release, 'release.json')),
      'release.json cannot be read',
    ],
    [
      'beside an empty release',
      (_, folder) => addEmptyRelease(folder),
      '20200101T000000000Z-000000000000 is damaged',
    ],
  ])('finds its only release %s, logs that, and has whole pages', async (_what, damage, line) => {
    const shared = readShared()
    await shared.publisher.publish()
    const files = ['about.html', 'es/team.html', 'apply.html', 'events.html']
    const before = files.map((file) => read(shared.publisher, file))
    const { id = '' } = shared.publisher.current() ?? {}
    const folder = await makeFolder()
    await cp(join(shared.folder, id), join(folder, id), { recursive: true })
    await symlink(id, join(folder, 'current'))
    await damage(join(folder, id), folder)
    const lines: string[] = []
    const publisher = await open(folder, { lines })
    await publisher.publish()
    expect(files.map((file) => read(publisher, file))).toEqual(before)
    expect(lines.join('\n')).toContain(line)
  })

  it('links to the served release, with compressed copies, and settings for web servers that no publish changes', async () => {
    const { publisher, folder } = readShared()
    const current = join(folder, 'current')
    await publisher.publish()
    const listSettings = async () =>
      (await readdir(current)).filter((name) => /^(nginx|caddy)-\w+\.conf$/.test(name))
    const settings = await listSettings()
    expect(settings).toHaveLength(2)
    onTestFinished(async () => {
      await setPrice(150_000)
      await setName('founderlist')
    })
    await setPrice(123_000)
    await setName('another name')
    await publisher.publish()
    expect(await readlink(current)).toBe(publisher.current()?.id)
    expect(await listSettings()).toEqual(settings)
    const { files } = publisher.read()
    for (const name of settings) expect(files.has(name)).toBe(false)
    const page = await readFile(join(current, 'es/sponsors.html'))
    expect(String(page)).toContain('123')
    expect(brotliDecompressSync(await readFile(join(current, 'es/sponsors.html.br')))).toEqual(page)
    expect(gunzipSync(await readFile(join(current, 'es/sponsors.html.gz')))).toEqual(page)
  })

  it('rolls back to an earlier release until the content changes', async () => {
    const { publisher, folder } = readShared()
    await publisher.publish()
    const first = publisher.current()?.id ?? ''
    await setPrice(180_000)
    onTestFinished(() => setPrice(150_000))
    await publisher.publish()
    expect(publisher.current()?.id).not.toBe(first)
    await rollBack(folder, first)
    await publisher.followRollback()
    expect([publisher.current()?.id, publisher.isRolledBack()]).toEqual([first, true])
    expect(read(publisher, 'sponsors.html')).toContain('$150K')
    expect(await publisher.publish()).toMatchObject({ state: 'unchanged' })
    await setPrice(190_000)
    expect(await publisher.publish()).toMatchObject({ state: 'live' })
    expect(read(publisher, 'sponsors.html')).toContain('$190K')
    expect(publisher.isRolledBack()).toBe(false)
  })

  describe('beside another process', () => {
    async function openTwo() {
      const folder = join(await makeFolder(), 'releases')
      const first = await open(folder)
      await first.publish()
      const second = await open(folder)
      return { folder, first, second, id: first.current()?.id ?? '' }
    }

    it('begins with the newest release of the other, in a folder of its own', async () => {
      const { folder, first, second, id } = await openTwo()
      expect([first.folder, second.folder, second.current()?.id]).toEqual([folder, `${folder}-2`, id])
      onTestFinished(() => setPrice(150_000))
      await setPrice(181_000)
      await second.publish()
      expect(await readdir(folder)).not.toContain(second.current()?.id)
    })

    it('follows a rollback to a release that only the other has made', async () => {
      const { folder, first, second, id } = await openTwo()
      onTestFinished(() => setPrice(150_000))
      await setPrice(182_000)
      await second.publish()
      const made = second.current()?.id ?? ''
      for (const chosen of [made, id]) {
        await rollBack(folder, chosen)
        for (const publisher of [first, second]) {
          await publisher.followRollback()
          expect(publisher.current()?.id).toBe(chosen)
        }
      }
    })

    it('finds the assets of the other', async () => {
      const { folder, second } = await openTwo()
      const asset = join(folder, 'earlier/_astro/newer.12345678.js')
      await mkdir(dirname(asset), { recursive: true })
      await writeFile(asset, 'newer')
      expect((await second.findEarlierAsset('_astro/newer.12345678.js'))?.identity.body.toString()).toBe(
        'newer',
      )
    })

    it('goes on from the releases of one that has ended, and empties its folder', async () => {
      const { folder, first, second, id } = await openTwo()
      onTestFinished(() => setPrice(150_000))
      await setPrice(183_000)
      await second.publish()
      const newest = second.current()?.id ?? ''
      await rollBack(folder, id)
      first[Symbol.dispose]()
      second[Symbol.dispose]()
      const next = await open(folder)
      expect([next.folder, next.current()?.id, next.isRolledBack()]).toEqual([folder, id, true])
      expect(await readdir(folder)).toContain(newest)
      expect(await readdir(`${folder}-2`)).toEqual(['.claim'])
    })
  })

  it('fault 19: leaves only whole releases when it is killed at any moment', async () => {
    const folder = await makeFolder()
    onTestFinished(() => setPrice(150_000))
    const content = readContent()
    const words = JSON.stringify({ checkout, folder, settings: { siteUrl: 'https://example.org', content } })
    const script = fileURLToPath(new URL('../tests/keep-publishing-until-killed.ts', import.meta.url))
    const first = await open(folder)
    await first.publish()
    first[Symbol.dispose]()
    const store = new ReleaseStore(folder)
    const whole = new Set<string>()
    for (let round = 0; round < 20; round += 1) {
      const child = fork(script, [words], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      const ended = once(child, 'exit')
      await once(child, 'message')
      setTimeout(() => child.kill('SIGKILL'), round * 25)
      await setPrice(200_000 + round * 1000)
      await ended
      expect(child.signalCode).toBe('SIGKILL')
      // A release never changes once it has its name, so check only new ones.
      const added = (await store.list()).filter(({ id }) => !whole.has(id))
      for (const release of added) {
        expect((await store.read(release.id))?.files.size).toBe(release.files.length)
        whole.add(release.id)
      }
      expect(await store.find((await store.readCurrent()) ?? '')).toBeDefined()
    }
    const publisher = await open(folder)
    expect(await publisher.publish()).toMatchObject({ stale: [] })
    expect(read(publisher, 'sponsors.html')).toContain('$219K')
  })

  it('fault 20: changes nothing while the disk is full, and goes on when there is space', async () => {
    const { publisher, folder } = readShared()
    await publisher.publish()
    const before = [publisher.current(), await readdir(folder), read(publisher, 'sponsors.html')]
    onTestFinished(() => setPrice(150_000))
    await setPrice(181_000)
    // A limit on file sizes stands for a full disk.
    const limit = (bytes: string) =>
      execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])
    onTestFinished(() => void limit('unlimited'))
    limit('2000')
    expect(await publisher.publish()).toMatchObject({
      state: 'failed',
      error: { name: 'PagesError', message: expect.stringContaining('EFBIG') },
    })
    expect([publisher.current(), await readdir(folder), read(publisher, 'sponsors.html')]).toEqual(before)
    limit('unlimited')
    // After a failure it reads all documents, even if told of no change.
    expect(await publisher.publish(new Set())).toMatchObject({ state: 'live' })
    expect(read(publisher, 'sponsors.html')).toContain('$181K')
  })

  it('builds once for each version, even after a killed build, and deletes its leftovers', async () => {
    const root = readCopy()
    const bundler = new URL('./bundle.ts', import.meta.url)
    const words = `import { ensureBundle } from '${bundler}'; await ensureBundle(${JSON.stringify(root)}, () => {})`
    const child = spawn(process.execPath, ['--input-type=module', '-e', words], { stdio: 'ignore' })
    await vi.waitUntil(async () => (await listBuilds(root)).length > 0, pollOptions)
    const readChildren = () => readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
    const build = Number(await vi.waitUntil(async () => (await readChildren()).trim(), pollOptions))
    child.kill('SIGKILL')
    await once(child, 'exit')
    // The build ends with its parent.
    await vi.waitUntil(() => !existsSync(`/proc/${build}`), pollOptions)
    const lines: string[] = []
    const programs = await replacePrograms()
    await ensureBundle(root, (line) => lines.push(line))
    expect(programs).toHaveBeenCalledTimes(3)
    expect(lines[0]).toBe('Building the pages of this version…')
    const told = lines.length
    expect(await listBuilds(root)).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)])
    const folders = [await makeFolder(), await makeFolder()]
    const both = await Promise.all(folders.map((folder) => open(folder, { root, lines })))
    expect(lines).toHaveLength(told)
    for (const publisher of both) expect(await publisher.publish()).toMatchObject({ state: 'live' })
  })

  /** The first build process cannot start, the second is killed. */
  async function replacePrograms() {
    const killed = join(await makeFolder(), 'node-that-is-killed')
    await writeFile(killed, '#!/bin/sh\nkill -9 $$', { mode: 0o755 })
    const { execPath } = process
    onTestFinished(() => void Object.defineProperty(process, 'execPath', { value: execPath }))
    const programs = ['/nowhere/node', killed]
    const next = vi.fn<() => string>(() => programs.shift() ?? execPath)
    Object.defineProperty(process, 'execPath', { configurable: true, get: next })
    return next
  }

  it('reports the error of the bundler if the pages cannot be built, and leaves no partial build', async () => {
    const root = readCopy()
    const page = join(root, 'site/pages/404.astro')
    const words = await readFile(page, 'utf8')
    onTestFinished(() => writeFile(page, words))
    await writeFile(page, '---\nimport missing from "./missing.astro"\n---\n<p>{missing}</p>')
    const before = await listBuilds(root)
    await expect(open(await makeFolder(), { root })).rejects.toThrow(/missing\.astro/)
    const after = await listBuilds(root)
    expect(after.filter((name) => !name.startsWith('attempt-'))).toEqual(before)
  })
})
