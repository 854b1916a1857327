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

/** A seed of so many documents, the first with an image: beside it, or wherever it is said to be. */
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

/** An image on the web that nobody gets before it is handed out. */
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

/** Bytes that were written since the store was opened. */
function logSize(folder: string): number {
  return statSync(join(folder, 'lake.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0
}

const countPosts = 'count(*[_type == "post"])'

describe('the first content', () => {
  it('is imported at the first start, images included, and not again', async () => {
    const seed = await makeSeed()
    const first = await startLake({ LAKE_SEED: seed })
    expect(await first.client.fetch(countPosts)).toBe(3)
    const url = await first.client.fetch('*[_id == "seed-0"][0].photo.asset->url')
    expect(url).toMatch(new RegExp(`^${first.origin}/images/`))
    expect((await fetch(url)).status).toBe(200)
    await first.client.patch('seed-1').set({ text: 'edited' }).commit()
    await first.stop()
    const second = await startLake({ LAKE_SEED: seed, LAKE_FOLDER: first.folder })
    expect(await second.client.fetch('*[_id == "seed-1"][0].text')).toBe('edited')
  })

  it('does not come back into a dataset that was emptied', async () => {
    const seed = await makeSeed()
    const first = await startLake({ LAKE_SEED: seed })
    await first.client.delete({ query: '*[_type == "post"]' })
    await first.stop()
    const second = await startLake({ LAKE_SEED: seed, LAKE_FOLDER: first.folder })
    expect(await second.client.fetch(countPosts)).toBe(0)
  })

  it('does not go into a dataset that was written before', async () => {
    const first = await startLake()
    await first.client.create({ _id: 'own', _type: 'post' })
    await first.stop()
    const second = await startLake({ LAKE_SEED: await makeSeed(), LAKE_FOLDER: first.folder })
    expect(await second.client.fetch('*[_type == "post"]._id')).toEqual(['own'])
  })

  it('does not come over what was written, without a seed, after a start that broke off', async () => {
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

  it('comes after a start that broke off and another without a seed, where nothing was written', async () => {
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

  it('is whole after the next start when a start is killed in the middle of it', async () => {
    // A start waits for the image, so that it cannot be over before it is killed.
    const image = await holdImage()
    const seed = await makeSeed(2_000, image.url)
    const folder = await makeFolder()
    const stages = [
      () => logSize(folder) > 300_000,
      // The log is as long as the killed one left it: all its documents are there once it goes on to the image.
      (askedBefore: number) => image.countAsked() > askedBefore,
    ]
    for (const isReached of stages) {
      const askedBefore = image.countAsked()
      const { child, ended } = startProcess({ LAKE_FOLDER: folder, LAKE_SEED: seed })
      const becomesReady = vi.fn<() => void>()
      child.once('message', becomesReady)
      await vi.waitUntil(() => isReached(askedBefore), { timeout: 60_000, interval: 1 })
      child.kill('SIGKILL')
      await ended
      expect(becomesReady).not.toHaveBeenCalled()
    }
    image.handOut()
    const { port, token } = await startReadyProcess({ LAKE_FOLDER: folder, LAKE_SEED: seed })
    const client = connect(port, token)
    expect(await client.fetch(countPosts)).toBe(2_000)
    expect(await client.fetch('*[_id == "seed-0"][0].photo.asset->extension')).toBe('png')
  })
})
