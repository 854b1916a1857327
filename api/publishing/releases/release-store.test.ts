import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ReleaseStore } from './release-store.ts'
import { rollBack } from './roll-back.ts'

async function openStore(lines: string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-releases-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = new ReleaseStore(join(folder, 'releases'), (line) => lines.push(line))
  await store.open()
  return store
}

const files = (text: string) => ({
  files: new Map([
    ['index.html', Buffer.from(text)],
    ['_astro/same.js', Buffer.from('same')],
    [`_astro/${text}.js`, Buffer.from(text)],
  ]),
})
const at = (second: number) => ({ version: 'v', now: new Date(Date.UTC(2026, 10, 21, 12, 0, second)) })

it('keeps the last five releases and never deletes the one that is served', async () => {
  const store = await openStore()
  const first = await store.write(files('first'), at(0))
  await store.setCurrent(first.id)
  for (let second = 1; second <= 7; second += 1) await store.write(files(`number ${second}`), at(second))
  await store.deleteOldest()
  const kept = await store.list()
  expect(kept.map(({ madeAt }) => madeAt.slice(17, 19))).toEqual(['07', '06', '05', '04', '03', '00'])
  expect((await store.read(kept.at(-1)!.id))?.files.get('index.html')?.toString()).toBe('first')
})

it('hard-links unchanged files of the previous release', async () => {
  const store = await openStore()
  const one = await store.write(files('one'), at(1))
  const two = await store.write(files('two'), at(2))
  const inode = async (id: string) => (await stat(join(store.folder, id, '_astro/same.js'))).ino
  expect(await inode(two.id)).toBe(await inode(one.id))
  expect(await readFile(join(store.folder, two.id, 'index.html'), 'utf8')).toBe('two')
})

it('finds the assets of earlier releases, but none of their other files', async () => {
  const store = await openStore()
  await store.write(files('one'), at(1))
  await store.write(files('two'), at(2))
  expect((await store.findAsset('_astro/one.js'))?.toString()).toBe('one')
  await writeFile(join(store.folder, 'secret'), 'x')
  for (const path of [
    '_astro/../../secret',
    '../secret',
    'release.json',
    'index.html',
    '_astro',
    '_astro/\0',
  ])
    expect(await store.findAsset(path)).toBeUndefined()
})

it('leaves nothing behind when a file cannot be written', async () => {
  const store = await openStore()
  const impossible = new Map([...files('x').files, ['index.html/below-a-file', Buffer.from('y')] as const])
  await expect(store.write({ files: impossible }, at(1))).rejects.toThrow(/ENOTDIR|EEXIST|EISDIR/)
  expect(await readdir(store.folder)).toEqual([])
})

it('skips a release that is being deleted', async () => {
  const store = await openStore()
  const [one, two, three] = [
    await store.write(files('one'), at(1)),
    await store.write(files('two'), at(2)),
    await store.write(files('three'), at(3)),
  ]
  await rm(join(store.folder, one.id, 'release.json'))
  await rm(join(store.folder, two.id, '_astro/same.js'))
  await rm(join(store.folder, three.id, '_astro'), { recursive: true })
  expect((await store.list()).map(({ id }) => id)).toEqual([three.id, two.id])
  expect((await store.findAsset('_astro/two.js'))?.toString()).toBe('two')
})

it('deletes what a killed process left', async () => {
  const store = await openStore()
  await mkdir(join(store.folder, '.partial-x'))
  await store.open()
  expect(await readdir(store.folder)).toEqual([])
})

it('refuses to roll back to an unknown release, with a clear message', async () => {
  const store = await openStore()
  await expect(rollBack(store.folder, '20260101T000000000Z-abc')).rejects.toThrow(
    /There is no release .*npm run releases/,
  )
})

it('refuses to roll back to a release that this site cannot serve, and changes nothing', async () => {
  const store = await openStore()
  const other = await store.write(files('other'), { ...at(1), version: 'other' })
  const damaged = await store.write(files('damaged'), at(2))
  const served = await store.write(files('served'), at(3))
  await store.setCurrent(served.id)
  await truncate(join(store.folder, damaged.id, 'index.html'))
  await expect(rollBack(store.folder, other.id)).rejects.toThrow(
    /another version of the code or for another SITE_URL/,
  )
  await expect(rollBack(store.folder, damaged.id)).rejects.toThrow(/is damaged/)
  expect(await store.readCurrent()).toBe(served.id)
})

it.each<[string, (folder: string) => Promise<unknown>]>([
  ['whose page is truncated', (folder) => truncate(join(folder, 'index.html'), 2)],
  ['whose page is empty', (folder) => truncate(join(folder, 'index.html'))],
  ['whose page is missing', (folder) => rm(join(folder, 'index.html'))],
  ['whose manifest is empty', (folder) => truncate(join(folder, 'release.json'))],
  ['whose manifest is missing', (folder) => rm(join(folder, 'release.json'))],
  ['whose manifest has another id', (folder) => writeFile(join(folder, 'release.json'), '{"id":"x"}')],
  [
    'that has a folder in place of a page',
    async (folder) => {
      await rm(join(folder, 'index.html'))
      await mkdir(join(folder, 'index.html'))
    },
  ],
])('sets aside a release %s, logs one line, and keeps the others', async (_damage, damage) => {
  const lines: string[] = []
  const store = await openStore(lines)
  const sound = await store.write(files('sound'), at(1))
  const damaged = await store.write(files('damaged'), at(2))
  await damage(join(store.folder, damaged.id))
  await store.open()
  expect(await store.list()).toEqual([sound])
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^The release ${damaged.id} is damaged .* set aside`)),
  ])
  expect((await readdir(store.folder)).toSorted()).toEqual([sound.id, `damaged-${damaged.id}`])
  await store.open()
  expect(lines).toHaveLength(1)
})

it('keeps the last three damaged releases', async () => {
  const store = await openStore()
  for (let second = 1; second <= 5; second += 1) {
    const { id } = await store.write(files(`number ${second}`), at(second))
    await truncate(join(store.folder, id, 'index.html'))
    await store.open()
  }
  expect(await readdir(store.folder)).toHaveLength(3)
})

it.each(['', '{', '[1]'])('ignores a damaged list of stale pages with %j, and logs that', async (text) => {
  const lines: string[] = []
  const store = await openStore(lines)
  await writeFile(join(store.folder, 'stale.json'), text)
  expect(await store.readStale()).toEqual([])
  expect(lines).toEqual([expect.stringContaining('stale.json')])
})

it.each<[string, (link: string) => Promise<void>]>([
  ['nothing', async () => {}],
  ['a link to nowhere', (link) => symlink('20260101T000000000Z-abc', link)],
  ['a link to another folder', (link) => symlink('/tmp', link)],
  ['a file', (link) => writeFile(link, 'x')],
  ['a folder with files', (link) => cp(import.meta.dirname, link, { recursive: true })],
])('links to the served release in place of %s', async (_, damage) => {
  const store = await openStore()
  const one = await store.write(files('one'), at(1))
  const two = await store.write(files('two'), at(2))
  const link = join(store.folder, 'current')
  await damage(link)
  expect((await store.findServed())?.id).toBe(two.id)
  await store.deleteOldest()
  for (const { id } of [one, two]) {
    await store.setCurrent(id)
    expect([await store.readCurrent(), await readlink(link)]).toEqual([id, id])
    expect(await readdir(link)).toContain('release.json')
  }
  expect(await readdir(store.folder)).toHaveLength(3)
})

it('keeps the assets of deleted releases for a day', async () => {
  const store = await openStore()
  const publish = async (second: number) => {
    await store.write(files(`number ${second}`), at(second))
    await store.deleteOldest()
  }
  for (let second = 1; second <= 8; second += 1) await publish(second)
  expect(await store.list()).toHaveLength(5)
  expect((await store.findAsset('_astro/number 1.js'))?.toString()).toBe('number 1')
  expect(await store.findAsset('index.html')).toBeUndefined()
  const earlier = join(store.folder, 'earlier/_astro')
  expect((await readdir(earlier)).toSorted()).toEqual(['number 1.js', 'number 2.js', 'number 3.js'])
  const dayAgo = new Date(Date.now() - 24 * 3_600_000 - 1_000)
  await utimes(join(earlier, 'number 1.js'), dayAgo, dayAgo)
  await publish(9)
  expect(await store.findAsset('_astro/number 1.js')).toBeUndefined()
  expect((await store.findAsset('_astro/number 2.js'))?.toString()).toBe('number 2')
})

it('keeps the newest assets of deleted releases if all would take too much space', async () => {
  const store = await openStore()
  for (let second = 1; second <= 7; second += 1) await store.write(files(`number ${second}`), at(second))
  await store.deleteOldest()
  // A sparse file, which takes no space.
  const large = join(store.folder, 'earlier/_astro/number 2.js')
  await truncate(large, 256 * 1024 * 1024)
  const before = new Date(Date.now() - 1_000)
  await utimes(join(store.folder, 'earlier/_astro/number 1.js'), before, before)
  await store.deleteOldest()
  expect(await readdir(join(store.folder, 'earlier/_astro'))).toEqual(['number 2.js'])
})

it('logs that an old release cannot be deleted, and deletes the others', async () => {
  const lines: string[] = []
  const store = await openStore(lines)
  const releases = []
  for (let second = 1; second <= 7; second += 1)
    releases.push(await store.write(files(`number ${second}`), at(second)))
  const [first] = releases
  // A file in place of the target folder: the rename fails even for root.
  await writeFile(join(store.folder, `.partial-${first?.id}`), '')
  await store.deleteOldest()
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^The old release ${first?.id} could not be deleted: ENOTDIR`)),
  ])
  expect((await store.list()).map(({ id }) => id)).toEqual(
    [...releases.slice(2).toReversed(), first].map((release) => release?.id),
  )
})
