import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startProcess, startReadyProcess } from './test-support/lake-process.ts'
import { connect, makeFolder, startLake } from './test-support/start-lake.ts'

const makeRed = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

/** Writes a seed of `count` documents. The first one refers to `image`, by default a file beside the seed. */
async function makeSeed(count = 3, image = 'file://./images/red.png'): Promise<string> {
  const folder = await makeFolder()
  await mkdir(join(folder, 'images'))
  await writeFile(join(folder, 'images/red.png'), await makeRed())
  const documents = Array.from({ length: count }, (_, index) => ({
    _id: `seed-${index}`,
    _type: 'post',
    text: 'x'.repeat(1_000),
    ...(index === 0 ? { photo: { _type: 'image', _sanityAsset: `image@${image}` } } : {}),
  }))
  const file = join(folder, 'content.ndjson')
  await writeFile(file, documents.map((document) => `${JSON.stringify(document)}\n`).join(''))
  return file
}

/** Serves an image over HTTP. Requests wait until `handOut` is called. */
async function holdImage() {
  const held = Promise.withResolvers<void>()
  let asked = 0
  const server = createServer(async (_request, response) => {
    asked += 1
    await held.promise
    response.end(await makeRed())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/red.png`, countAsked: () => asked, handOut: () => held.resolve() }
}

/** Size of SQLite's write-ahead log in bytes: what was written since the store was opened. */
function logSize(folder: string): number {
  return statSync(join(folder, 'lake.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0
}

const countPosts = 'count(*[_type == "post"])'

describe('the seed', () => {
  it('is imported once, at the first start, with its images', async () => {
    const seed = await makeSeed()
    const first = await startLake({ LAKE_SEED: seed })
    expect(await first.client.fetch(countPosts)).toBe(3)
    const url = await first.client.fetch('*[_id == "seed-0"][0].photo.asset->url')
    expect(url).toMatch(new RegExp(`^${first.origin}/images/`))
    expect((await first.get(url)).status).toBe(200)
    await first.client.patch('seed-1').set({ text: 'edited' }).commit()
    await first.stop()
    const second = await startLake({ LAKE_SEED: seed, LAKE_FOLDER: first.folder })
    expect(await second.client.fetch('*[_id == "seed-1"][0].text')).toBe('edited')
  })

  it('is not imported again after all documents were deleted', async () => {
    const seed = await makeSeed()
    const first = await startLake({ LAKE_SEED: seed })
    await first.client.delete({ query: '*[_type == "post"]' })
    await first.stop()
    const second = await startLake({ LAKE_SEED: seed, LAKE_FOLDER: first.folder })
    expect(await second.client.fetch(countPosts)).toBe(0)
  })

  it('is not imported into a dataset that has been written to', async () => {
    const first = await startLake()
    await first.client.create({ _id: 'own', _type: 'post' })
    await first.stop()
    const second = await startLake({ LAKE_SEED: await makeSeed(), LAKE_FOLDER: first.folder })
    expect(await second.client.fetch('*[_type == "post"]._id')).toEqual(['own'])
  })

  it('never overwrites changes made between an interrupted import and the next start with a seed', async () => {
    const broken = join(await makeFolder(), 'broken.ndjson')
    await writeFile(broken, '{"_id":"seed-0","_type":"post"}\nno json\n')
    const folder = await makeFolder()
    await expect(startLake({ LAKE_SEED: broken, LAKE_FOLDER: folder })).rejects.toThrow(
      /could not be imported/,
    )
    const first = await startLake({ LAKE_FOLDER: folder })
    await first.client.createOrReplace({ _id: 'seed-1', _type: 'post', text: 'edited' })
    await first.stop()
    const second = await startLake({ LAKE_SEED: await makeSeed(), LAKE_FOLDER: folder })
    expect(await second.client.fetch('*[_id == "seed-1"][0].text')).toBe('edited')
  })

  it('is imported after an interrupted import and a start without a seed, if nothing was written', async () => {
    const broken = join(await makeFolder(), 'broken.ndjson')
    await writeFile(broken, 'no json\n')
    const folder = await makeFolder()
    await expect(startLake({ LAKE_SEED: broken, LAKE_FOLDER: folder })).rejects.toThrow(
      /could not be imported/,
    )
    await (await startLake({ LAKE_FOLDER: folder })).stop()
    const third = await startLake({ LAKE_SEED: await makeSeed(), LAKE_FOLDER: folder })
    expect(await third.client.fetch(countPosts)).toBe(3)
  })

  it('is complete after the next start if a start was killed during the import', async () => {
    // Every start waits for the image, so it cannot finish before it is killed.
    const image = await holdImage()
    const seed = await makeSeed(2_000, image.url)
    const folder = await makeFolder()
    const stages = [
      () => logSize(folder) > 300_000,
      // The log still has the size that the killed start left; the image is requested after the documents are written.
      (askedBefore: number) => image.countAsked() > askedBefore,
    ]
    for (const isReached of stages) {
      const askedBefore = image.countAsked()
      const { child, exit } = startProcess({ LAKE_FOLDER: folder, LAKE_SEED: seed })
      const becomesReady = vi.fn<() => void>()
      child.once('message', becomesReady)
      await vi.waitUntil(() => isReached(askedBefore), { timeout: 60_000, interval: 1 })
      child.kill('SIGKILL')
      await exit
      expect(becomesReady).not.toHaveBeenCalled()
    }
    image.handOut()
    const { port, token } = await startReadyProcess({ LAKE_FOLDER: folder, LAKE_SEED: seed })
    const client = connect(port, token)
    expect(await client.fetch(countPosts)).toBe(2_000)
    expect(await client.fetch('*[_id == "seed-0"][0].photo.asset->extension')).toBe('png')
  })
})
