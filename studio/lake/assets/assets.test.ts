import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { announceBody } from '../test-support/request.ts'
import { startLake, type TestLake } from '../test-support/start-lake.ts'

const red = { r: 255, g: 0, b: 0 }
const picture = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: red } })

async function bytesOf(get: TestLake['get'], url: string): Promise<Buffer> {
  return Buffer.from(await (await get(url)).arrayBuffer())
}

/** A decompression bomb: a PNG of a few kilobytes that claims `side` × `side` pixels. */
function makeBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(typed), 4)
    return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc(1_000_000), { level: 9 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const svgOf = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"></svg>`

it.each(['png', 'jpeg', 'webp', 'avif', 'gif', 'tiff'] as const)(
  'stores a %s image as the hosted service does',
  async (format) => {
    const { client, get, origin } = await startLake()
    const bytes = await picture().toFormat(format).toBuffer()
    const extension = { jpeg: 'jpg', tiff: 'tif' }[format as string] ?? format
    const document = await client.assets.upload('image', bytes, {
      filename: `photo.${format}`,
      title: 'A photo',
    })
    const name = `${document.sha1hash}-40x20.${extension}`
    expect(document).toMatchObject({
      _id: `image-${document.sha1hash}-40x20-${extension}`,
      _type: 'sanity.imageAsset',
      assetId: document.sha1hash,
      extension,
      mimeType: `image/${format}`,
      originalFilename: `photo.${format}`,
      title: 'A photo',
      size: bytes.length,
      path: `images/local/production/${name}`,
      url: `${origin}/images/local/production/${name}`,
      metadata: {
        _type: 'sanity.imageMetadata',
        dimensions: { _type: 'sanity.imageDimensions', width: 40, height: 20, aspectRatio: 2 },
        // A GIF's palette may contain a transparent colour.
        hasAlpha: format === 'gif',
        isOpaque: true,
        lqip: expect.stringMatching(/^data:image\/jpeg;base64,/),
      },
    })
    expect(document.sha1hash).toMatch(/^[0-9a-f]{40}$/)
    expect(await client.getDocument(document._id)).toEqual(document)
    expect(await bytesOf(get, document.url)).toEqual(bytes)
  },
)

it('stores identical bytes once, even with different names and concurrent uploads', async () => {
  const { client, folder } = await startLake()
  const bytes = await picture().png().toBuffer()
  const documents = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      client.assets.upload('image', bytes, { filename: `${index}.png` }),
    ),
  )
  expect(new Set(documents.map(({ _id, _rev }) => `${_id} ${_rev}`)).size).toBe(1)
  expect(await client.fetch('count(*)')).toBe(1)
  expect(await readdir(join(folder, 'assets/images'))).toHaveLength(1)
})

it.each<[extract: ('lqip' | 'palette' | 'none')[], hasPreview: boolean]>([
  [['none'], false],
  [['palette'], false],
  [['palette', 'lqip'], true],
])('extracts %j from an image, and always its dimensions', async (extract, hasPreview) => {
  const { client } = await startLake()
  const bytes = await picture().png().toBuffer()
  const { metadata } = await client.assets.upload('image', bytes, { extract })
  expect(metadata).toMatchObject({ dimensions: { width: 40, height: 20 }, hasAlpha: false, isOpaque: true })
  expect('lqip' in metadata).toBe(hasPreview)
})

it('detects transparency', async () => {
  const { client } = await startLake()
  const see = (alpha: number) =>
    sharp({ create: { width: 10, height: 10, channels: 4, background: { ...red, alpha } } })
      .png()
      .toBuffer()
  const opaque = await client.assets.upload('image', await see(1))
  const clear = await client.assets.upload('image', await see(0.5))
  expect(opaque.metadata).toMatchObject({ hasAlpha: true, isOpaque: true })
  expect(clear.metadata).toMatchObject({ hasAlpha: true, isOpaque: false })
})

it('measures a photo after its EXIF rotation', async () => {
  const { client, get } = await startLake()
  const bytes = await picture(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const { _id, metadata, url } = await client.assets.upload('image', bytes)
  expect(_id).toContain('-20x40-')
  expect(metadata.dimensions).toMatchObject({ width: 20, height: 40, aspectRatio: 0.5 })
  expect(await bytesOf(get, url)).toEqual(bytes)
  const { width, height, orientation } = await sharp(await bytesOf(get, `${url}?w=10`)).metadata()
  expect([width, height, orientation]).toEqual([10, 20, undefined])
})

it('refuses damaged, oversized and non-image files with the reason', async () => {
  const { client, folder } = await startLake()
  const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, index) => (index * 7919) % 251))
  const jpeg = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
    .jpeg()
    .toBuffer()
  const png = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer()
  const rows: [what: string, bytes: Buffer, words: RegExp][] = [
    ['text', Buffer.from('hello'), /not a JPEG, PNG/],
    ['nothing', Buffer.alloc(0), /not a JPEG, PNG/],
    ['a PDF', Buffer.from('%PDF-1.7\n%%EOF'), /not a JPEG, PNG/],
    ['a cut JPEG', jpeg.subarray(0, jpeg.length / 2), /damaged or cut short/],
    ['a cut PNG', png.subarray(0, png.length / 2), /damaged or cut short/],
    ['a bomb of 900 million pixels', makeBomb(30_000), /million/],
    ['a bomb of 110 million pixels', makeBomb(10_500), /million/],
    ['a strip of paper', await picture(100_000, 1).png().toBuffer(), /a side of more than 99999/],
    ['a wide drawing', Buffer.from(svgOf(100_000, 10)), /a side of more than 99999/],
    ['a drawing without end', Buffer.from(svgOf(90_000, 90_000)), /million/],
  ]
  for (const [what, bytes, words] of rows) {
    const error = await client.assets.upload('image', bytes).catch((reason) => reason)
    expect([what, error.statusCode, error.message]).toEqual([what, 400, expect.stringMatching(words)])
  }
  expect(await client.fetch('count(*)')).toBe(0)
  expect(await readdir(join(folder, 'assets/images'))).toEqual([])
})

it('accepts and serves an image of the maximum width', async () => {
  const { client, get } = await startLake()
  const strip = await picture(99_999, 1).png().toBuffer()
  expect(await bytesOf(get, (await client.assets.upload('image', strip)).url)).toEqual(strip)
  const drawing = Buffer.from(svgOf(99_999, 10))
  expect(await bytesOf(get, (await client.assets.upload('image', drawing)).url)).toEqual(drawing)
})

it('stores an SVG unchanged and serves it with scripts disabled', async () => {
  const { client, get } = await startLake()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="10"><script>alert(1)</script></svg>'
  const { _id, url } = await client.assets.upload('image', Buffer.from(svg), { filename: 'logo.svg' })
  expect(_id).toMatch(/-30x10-svg$/)
  const answer = await get(`${url}?w=10`)
  expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'; sandbox/)
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(await answer.text()).toBe(svg)
})

it('stores files of any type, and serves types that can run scripts as downloads', async () => {
  const { client, get, origin } = await startLake()
  const upload = (name: string, text: string) =>
    client.assets.upload('file', Buffer.from(text), { filename: name, contentType: 'text/html' })
  const page = await upload('page.html', '<script>alert(1)</script>')
  expect(page).toMatchObject({
    _id: `file-${page.sha1hash}-html`,
    _type: 'sanity.fileAsset',
    url: `${origin}/files/local/production/${page.sha1hash}.html`,
    originalFilename: 'page.html',
    mimeType: 'text/html',
    size: 25,
  })
  const served = await get(page.url)
  expect(served.headers.get('content-type')).toBe('application/octet-stream')
  expect(await served.text()).toBe('<script>alert(1)</script>')
  const download = await get(`${(await upload('deck.pdf', '%PDF')).url}?dl=My%20d%C3%A9ck.pdf`)
  expect(download.headers.get('content-type')).toBe('application/pdf')
  expect(download.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''My%20d%C3%A9ck.pdf")
})

it('serves PDF, audio, video and text without a sandbox', async () => {
  const { client, get } = await startLake()
  const policyOf = async (filename: string) => {
    const { url } = await client.assets.upload('file', Buffer.from(filename), { filename })
    return (await get(url)).headers.get('content-security-policy')
  }
  for (const name of ['deck.pdf', 'film.mp4', 'sound.mp3', 'notes.txt']) {
    const policy = await policyOf(name)
    expect(policy).not.toContain('sandbox')
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/)
  }
  for (const name of ['page.html', 'page.xml', 'data.bin']) expect(await policyOf(name)).toContain('sandbox')
})

it('streams a file to slow readers without holding it in memory', async () => {
  const { client, port, token } = await startLake()
  const content = Buffer.alloc(40 * 1024 * 1024, 'film')
  const { url } = await client.assets.upload('file', content, { filename: 'a.mp4' })
  const before = process.memoryUsage().arrayBuffers
  const readers = Array.from({ length: 6 }, async () => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const headers = `Host: localhost:${port}\r\nAuthorization: Bearer ${token}`
    socket.write(`GET ${new URL(url).pathname} HTTP/1.1\r\n${headers}\r\n\r\n`)
    const [head] = await once(socket, 'data')
    socket.pause()
    return String(head).split('\r\n')[0]
  })
  expect(await Promise.all(readers)).toEqual(Array.from({ length: 6 }, () => 'HTTP/1.1 200 OK'))
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * 1024 * 1024)
})

it('refuses uploads without the token and uploads over the size limit', async () => {
  const lake = await startLake()
  const { origin, token } = lake
  const post = (headers: Record<string, string>, body: RequestInit['body'], dataset = 'production') =>
    fetch(`${origin}/v2025-02-19/assets/files/${dataset}`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)
  expect((await post({}, 'text')).status).toBe(401)
  const bearer = { Authorization: `Bearer ${token}` }
  expect((await post(bearer, 'text', 'other')).status).toBe(404)
  expect(await announceBody(lake, '/assets/files/production', 50 * 1024 * 1024 + 1)).toBe(413)
  // Chunked: its size is known only at the end.
  const endless = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1024 * 1024)) })
  const status = await post(bearer, endless).then(
    (answer) => answer.status,
    () => 'cut off',
  )
  expect([413, 'cut off']).toContain(status)
})

it('deletes the file with its document, and orphaned files at the next start', async () => {
  const lake = await startLake()
  const bytes = await picture().png().toBuffer()
  const first = await lake.client.assets.upload('image', bytes)
  await lake.client.delete(first._id)
  expect((await lake.get(first.url)).status).toBe(404)
  const second = await lake.client.assets.upload('image', bytes)
  expect(await bytesOf(lake.get, second.url)).toEqual(bytes)
  await lake.stop()

  await writeFile(join(lake.folder, 'assets/images/.half-written'), 'x')
  await writeFile(join(lake.folder, `assets/images/${'a'.repeat(40)}-1x1.png`), 'x')
  const again = await startLake({ LAKE_FOLDER: lake.folder })
  expect(await readdir(join(lake.folder, 'assets/images'))).toHaveLength(1)
  const moved = await again.client.getDocument(second._id)
  expect(moved?.['url']).toBe(second.url.replace(lake.origin, again.origin))
  expect(await bytesOf(again.get, String(moved?.['url']))).toEqual(bytes)
})
