import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ReleaseStore } from './release-store.ts'

async function openStore() {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-releases-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = new ReleaseStore(join(folder, 'releases'))
  await store.open()
  return store
}

const files = (text: string) =>
  new Map([
    ['index.html', Buffer.from(text)],
    ['_astro/same.js', Buffer.from('same')],
    [`_astro/${text}.js`, Buffer.from(text)],
  ])
const at = (second: number) => ({ version: 'v', now: new Date(Date.UTC(2026, 10, 21, 12, 0, second)) })

it('keeps the last five releases and never deletes the one that is served', async () => {
  const store = await openStore()
  const first = await store.write(files('first'), at(0))
  await store.setCurrent({ release: first.id, content: 'c' })
  for (let second = 1; second <= 7; second += 1) await store.write(files(`number ${second}`), at(second))
  const kept = await store.list()
  expect(kept.map(({ madeAt }) => madeAt.slice(17, 19))).toEqual(['07', '06', '05', '04', '03', '00'])
  expect((await store.read(kept.at(-1)!)).get('index.html')?.toString()).toBe('first')
})

it('links what has not changed to the release before', async () => {
  const store = await openStore()
  const one = await store.write(files('one'), at(1))
  const two = await store.write(files('two'), at(2))
  const inode = async (id: string) => (await stat(join(store.folder, id, '_astro/same.js'))).ino
  expect(await inode(two.id)).toBe(await inode(one.id))
  expect(await readFile(join(store.folder, two.id, 'index.html'), 'utf8')).toBe('two')
})

it('still has the assets of earlier releases, and nothing that no release lists', async () => {
  const store = await openStore()
  await store.write(files('one'), at(1))
  await store.write(files('two'), at(2))
  expect((await store.findFile('_astro/one.js'))?.toString()).toBe('one')
  await writeFile(join(store.folder, 'secret'), 'x')
  expect(await store.findFile('../secret')).toBeUndefined()
  expect(await store.findFile('release.json')).toBeUndefined()
})

it('leaves nothing when a file cannot be written', async () => {
  const store = await openStore()
  const impossible = new Map([...files('x'), ['index.html/below-a-file', Buffer.from('y')] as const])
  await expect(store.write(impossible, at(1))).rejects.toThrow(/ENOTDIR|EEXIST/)
  expect(await readdir(store.folder)).toEqual([])
})

it('is one release where two processes make the same bytes within one millisecond', async () => {
  const store = await openStore()
  const one = await store.write(files('x'), at(1))
  await expect(new ReleaseStore(store.folder).write(files('x'), at(1))).resolves.toEqual(one)
  expect(await readdir(store.folder)).toEqual([one.id])
  expect((await store.findFile('index.html'))?.toString()).toBe('x')
})

it('passes over a release that another process is deleting', async () => {
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
  expect(await store.findFile('_astro/same.js')).toBeUndefined()
  expect((await store.findFile('_astro/two.js'))?.toString()).toBe('two')
})

it('clears away what a killed process left, and not what one that lives is writing', async () => {
  const store = await openStore()
  const [dead, living] = ['.partial-2147483646-x', `.partial-${process.pid}-y`]
  for (const name of [dead, living]) await mkdir(join(store.folder, name))
  await store.open()
  expect(await readdir(store.folder)).toEqual([living])
})

it('says in words that a release to roll back to is not there', async () => {
  const store = await openStore()
  await expect(store.rollBack('20260101T000000000Z-abc')).rejects.toThrow(
    /There is no release .*npm run releases/,
  )
})
