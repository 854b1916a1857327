import { execFile } from 'node:child_process'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { startReceiver } from '../test-support/receiver.ts'
import { runCommand } from '../test-support/lake-process.ts'
import { makeFolder, startLake, type TestLake } from '../test-support/start-lake.ts'
import { exportContent, importContent } from './content.ts'

const documents = [
  {
    _id: 'page',
    _type: 'page',
    title: 'A page — with “signs” and 日本語',
    author: { _type: 'reference', _ref: 'author' },
    photo: {
      _type: 'image',
      _sanityAsset: 'image@file://./images/photo.jpg',
      alt: 'red',
      hotspot: { x: 0.1, y: 0.2, width: 0.3, height: 0.4 },
    },
    body: [
      {
        _type: 'block',
        _key: 'a',
        style: 'normal',
        markDefs: [],
        children: [{ _type: 'span', _key: 's', text: 'Hi', marks: [] }],
      },
      { _type: 'image', _key: 'b', _sanityAsset: 'image@file://./images/photo.jpg' },
      { _type: 'image', _key: 'c', _sanityAsset: 'image@file://./images/logo.png' },
    ],
    deck: { _type: 'file', _sanityAsset: 'file@file://./files/deck.txt' },
  },
  { _id: 'author', _type: 'author', name: 'Somebody', _createdAt: '2024-01-02T03:04:05Z' },
  { _id: 'drafts.page', _type: 'page', title: 'A draft' },
]

/** The documents as NDJSON with their images beside them. */
async function makeContent() {
  const folder = await makeFolder()
  await mkdir(join(folder, 'images'))
  await mkdir(join(folder, 'files'))
  const picture = (background: string) =>
    sharp({ create: { width: 30, height: 20, channels: 3, background } })
  const bytes = {
    jpg: await picture('red').jpeg().toBuffer(),
    png: await picture('blue').png().toBuffer(),
    txt: Buffer.from('a deck'),
  }
  await writeFile(join(folder, 'images/photo.jpg'), bytes.jpg)
  await writeFile(join(folder, 'images/logo.png'), bytes.png)
  await writeFile(join(folder, 'files/deck.txt'), bytes.txt)
  const file = join(folder, 'content.ndjson')
  await writeFile(file, documents.map((document) => `${JSON.stringify(document)}\n`).join(''))
  return { folder, file, bytes }
}

/** All documents, without the fields that every write sets and the port in asset URLs. */
async function readAll({ client, origin }: TestLake) {
  const all = await client.fetch<Record<string, unknown>[]>('* | order(_id)')
  return all.map(({ _rev, _updatedAt, _createdAt, url, ...rest }) => ({
    ...rest,
    ...(url === undefined ? {} : { url: String(url).replace(origin, '') }),
  }))
}

async function readAssets({ client, get }: TestLake) {
  const urls = await client.fetch<string[]>(
    '*[_type in ["sanity.imageAsset", "sanity.fileAsset"]] | order(_id).url',
  )
  const hashes = urls.map(async (url) => {
    const bytes = Buffer.from(await (await get(url)).arrayBuffer())
    return createHash('sha256').update(bytes).digest('hex')
  })
  return Promise.all(hashes)
}

describe('moving content', () => {
  it('exports and imports documents and images without a difference', async () => {
    const { file, bytes } = await makeContent()
    const first = await startLake()
    expect(await importContent(first.client, file)).toBe(3)
    const page = await first.client.getDocument('page')
    expect(page).toMatchObject({
      title: documents[0]?.title,
      author: { _type: 'reference', _ref: 'author' },
      photo: {
        alt: 'red',
        hotspot: { x: 0.1 },
        asset: { _ref: expect.stringMatching(/^image-.*-30x20-jpg$/) },
      },
    })
    const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
    expect((await readAssets(first)).toSorted()).toEqual(Object.values(bytes).map(sha256).toSorted())

    const folder = await makeFolder()
    const archive = join(folder, 'content.tar.gz')
    expect(await exportContent(first.client, archive)).toEqual({ documents: 3, assets: 3 })
    expect(await readdir(folder)).toEqual(['content.tar.gz'])
    const second = await startLake()
    expect(await importContent(second.client, archive)).toBe(3)
    expect(await readAll(second)).toEqual(await readAll(first))
    expect(await readAssets(second)).toEqual(await readAssets(first))
    expect((await second.client.getDocument('author'))?._createdAt).toBe('2024-01-02T03:04:05Z')

    // Importing again over itself duplicates nothing.
    await importContent(second.client, archive)
    expect(await readAll(second)).toEqual(await readAll(first))
  })

  it('leaves out the secrets of previews and shared drafts, also those in an older export', async () => {
    const [first, second] = [await startLake(), await startLake()]
    const secrets = ['sanity.previewUrlSecret', 'sharedPagePreviewSecret'].map((_type) => ({
      _id: `drafts.${_type}`,
      _type,
      secret: 'a key to drafts',
    }))
    const folder = await makeFolder()
    const archive = join(folder, 'content.tar.gz')
    const older = join(folder, 'older.ndjson')
    for (const document of [...secrets, { _id: 'author', _type: 'author' }])
      await first.client.createOrReplace(document)
    expect(await exportContent(first.client, archive)).toEqual({ documents: 1, assets: 0 })
    const archived = await promisify(execFile)('tar', ['-xzOf', archive])
    expect(archived.stdout).toContain('author')
    expect(archived.stdout).not.toContain('a key to drafts')

    await writeFile(older, secrets.map((document) => JSON.stringify(document)).join('\n'))
    expect(await importContent(second.client, older)).toBe(0)
    await writeFile(older, `\n${JSON.stringify({ _id: 'author', _type: 'author' })}`, { flag: 'a' })
    expect(await importContent(second.client, older)).toBe(1)
    expect(await readAll(second)).toEqual([{ _id: 'author', _type: 'author' }])
  })

  it('works by command with a running and a stopped Content Lake', async () => {
    const { file } = await makeContent()
    const data = await makeFolder()
    const variables = { DATA_DIR: data }
    const archive = join(data, 'out.tar.gz')

    const imported = await runCommand('import', [file], variables)
    expect(imported).toMatchObject({ code: 0, stdout: '' })
    expect(imported.stderr).toMatch(/Imported 3 documents of .*content\.ndjson/)
    const running = await startLake({ LAKE_FOLDER: join(data, 'content') })
    const exported = await runCommand('export', [archive], variables)
    expect(exported).toMatchObject({ code: 0, stdout: '' })
    expect(exported.stderr).toMatch(
      /Exported 3 documents and 3 images and files.*\nThe history .* is not in it/,
    )
    // It contains drafts and the secret addresses of import sources.
    expect((await stat(archive)).mode & 0o777).toBe(0o600)

    const copy = await makeFolder()
    // An offline copy needs no port, so the running lake may have the usual one.
    const STUDIO_PORT = String(running.port)
    expect((await runCommand('import', [archive], { DATA_DIR: copy, STUDIO_PORT })).code).toBe(0)
    const second = await startLake({ LAKE_FOLDER: join(copy, 'content') })
    expect(await readAll(second)).toEqual(await readAll(running))
  })

  it('does not send the token to another program on the former port of a Content Lake', async () => {
    const { file } = await makeContent()
    const data = await makeFolder()
    const content = join(data, 'content')
    const lake = await startLake({ LAKE_FOLDER: content })
    const stranger = await startReceiver()
    const stale = `${new URL(stranger.url).port}\n`
    await lake.stop()
    // A killed lake leaves its port file behind. Another program uses that port now.
    await writeFile(join(content, 'port'), stale)
    expect(await runCommand('import', [file], { DATA_DIR: data })).toMatchObject({ code: 0 })
    expect(stranger.received).toEqual([])
    // The next start deletes the port file first, even though it cannot listen.
    await writeFile(join(content, 'port'), stale)
    const port = String(new URL(stranger.url).port)
    await expect(startLake({ LAKE_FOLDER: content, LAKE_PORT: port })).rejects.toThrow(
      /Another program listens/,
    )
    expect(await readdir(content)).not.toContain('port')
  })

  it('logs errors in one sentence and exits with 1', async () => {
    const { folder } = await makeContent()
    const broken = join(folder, 'broken.ndjson')
    await writeFile(broken, '{"_id":"a","_type":"post"}\nno json\n')
    const lost = join(folder, 'lost.ndjson')
    const lostImage = { _id: 'a', _type: 'post', photo: { _sanityAsset: 'image@file://./images/lost.jpg' } }
    await writeFile(lost, JSON.stringify(lostImage))
    const running = { DATA_DIR: await makeFolder() }
    await startLake({ LAKE_FOLDER: join(running.DATA_DIR, 'content') })
    const empty = { DATA_DIR: await makeFolder() }
    await mkdir(join(empty.DATA_DIR, 'content'))
    const rows: [
      name: 'import' | 'export',
      args: string[],
      variables: Record<string, string>,
      sentence: RegExp,
    ][] = [
      ['import', [], {}, /Name the file to import/],
      ['import', ['/nowhere.ndjson'], {}, /There is no file \/nowhere\.ndjson/],
      ['import', [broken], {}, /could not be imported: .*(JSON|parse)/is],
      ['import', [lost], {}, /could not be imported: .*lost\.jpg/s],
      ['export', [], { DATA_DIR: '/nowhere' }, /^There is nothing at \/nowhere\/content: set DATA_DIR/],
      ['export', [], empty, /^There is nothing at \S+\/content: set DATA_DIR/],
      ['export', ['out.zip'], running, /must end in \.tar\.gz/],
      ['export', ['/nowhere/out.tar.gz'], running, /could not be exported to \/nowhere/],
      ['export', [], { SANITY_PROJECT_ID: 'abc' }, /^SANITY_WRITE_TOKEN must be a token/],
    ]
    const runs = rows.map(async ([name, args, variables, sentence]) => {
      const data = await makeFolder()
      await mkdir(join(data, 'content'))
      const ran = await runCommand(name, args, { DATA_DIR: data, ...variables })
      expect([args, ran.code, ran.stdout]).toEqual([args, 1, ''])
      expect(ran.stderr).toMatch(sentence)
      expect(ran.stderr).not.toMatch(/\n\s+at /)
    })
    await Promise.all(runs)
    expect(await readdir(join(empty.DATA_DIR, 'content'))).toEqual([])
  })

  it('leaves no partial archive behind', async () => {
    const { client } = await startLake()
    const folder = await makeFolder()
    // Refused rather than unreachable: @sanity/export would retry an unreachable server for some seconds.
    const exporting = exportContent(client.withConfig({ dataset: 'another' }), join(folder, 'out.tar.gz'))
    await expect(exporting).rejects.toThrow(/could not be exported/)
    expect(await readdir(folder)).toEqual([])
  })
})

it('streams all documents in an export, including drafts and assets', async () => {
  const { file } = await makeContent()
  const lake = await startLake()
  await importContent(lake.client, file)
  const answer = await fetch(`${lake.origin}/v2025-02-19/data/export/production`, {
    headers: { Authorization: `Bearer ${lake.token}` },
  })
  const lines = (await answer.text()).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line)._id).toSorted()).toEqual(
    (await lake.client.fetch<string[]>('*[]._id')).toSorted(),
  )
})
