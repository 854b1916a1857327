import sharp from 'sharp'
import { expect, it } from 'vitest'
import { startLake } from '../test-support/start-lake.ts'

/** 200 × 100: the left half red, the right half blue, a white line along the top. */
async function makePicture(): Promise<Buffer> {
  const half = (colour: string) => ({
    create: { width: 100, height: 100, channels: 3 as const, background: colour },
  })
  const line = { create: { width: 200, height: 10, channels: 3 as const, background: 'white' } }
  const overlays = [
    { input: half('blue'), left: 100, top: 0 },
    { input: line, left: 0, top: 0 },
  ]
  const base = { create: { width: 200, height: 100, channels: 3 as const, background: 'red' } }
  return sharp(base).composite(overlays).png().toBuffer()
}

async function startWithPicture() {
  const lake = await startLake()
  const original = await makePicture()
  const { url } = await lake.client.assets.upload('image', original)
  const get = async (parameters: string, headers: Record<string, string> = {}) => {
    const answer = await lake.get(`${url}${parameters}`, { headers })
    return { answer, status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const measure = async (parameters: string, headers?: Record<string, string>) => {
    const { bytes } = await get(parameters, headers)
    const { format, width, height } = await sharp(bytes).metadata()
    return `${format} ${width}x${height}`
  }
  /** The colour at a point of the rendered image, as red, green, blue and alpha, in steps of 32. */
  const look = async (parameters: string, left: number, top: number) => {
    const pixel = sharp((await get(`${parameters}&fm=png`)).bytes).extract({ left, top, width: 1, height: 1 })
    const { data } = await sharp(await pixel.png().toBuffer())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return [...data].map((value) => Math.round(value / 32) * 32)
  }
  return { ...lake, lake, url, original, get, measure, look }
}

const [red, blue] = [
  [256, 0, 0, 256],
  [0, 0, 256, 256],
]

it('renders the size that the parameters request', async () => {
  const { measure } = await startWithPicture()
  const rows: [parameters: string, made: string][] = [
    ['', 'png 200x100'],
    ['?w=100', 'png 100x50'],
    ['?h=50', 'png 100x50'],
    ['?w=100&dpr=2', 'png 200x100'],
    ['?w=33.4', 'png 33x17'],
    ['?w=400', 'png 400x200'],
    ['?w=400&fit=max', 'png 200x100'],
    ['?w=60&h=60', 'png 60x30'],
    ['?w=60&h=60&fit=clip', 'png 60x30'],
    ['?w=60&h=60&fit=max', 'png 60x30'],
    ['?w=60&h=60&fit=crop', 'png 60x60'],
    ['?w=120&h=30&fit=crop', 'png 120x30'],
    ['?w=33&h=33&rect=50,0,100,100&fit=crop&dpr=2', 'png 66x66'],
    ['?w=60&fit=crop', 'png 60x30'],
    ['?rect=0,0,50,50', 'png 50x50'],
    ['?rect=150,50,100,100', 'png 50x50'],
    ['?rect=0,0,50,50&w=10', 'png 10x10'],
    ['?fm=jpg', 'jpeg 200x100'],
    ['?fm=webp&w=10', 'webp 10x5'],
  ]
  for (const [parameters, made] of rows)
    expect([parameters, await measure(parameters)]).toEqual([parameters, made])
})

it('crops the area that the parameters request', async () => {
  const { look } = await startWithPicture()
  expect(await look('?rect=20,20,50,50&w=20', 10, 10)).toEqual(red)
  expect(await look('?rect=120,20,50,50&w=20', 10, 10)).toEqual(blue)
  expect(await look('?w=60&h=60&fit=crop', 5, 30)).toEqual(red)
  expect(await look('?w=60&h=60&fit=crop', 55, 30)).toEqual(blue)
})

it('applies the quality parameter', async () => {
  const { get } = await startWithPicture()
  const size = async (q: number) => (await get(`?fm=jpg&q=${q}`)).bytes.length
  expect(await size(10)).toBeLessThan(await size(95))
})

it('chooses the format by the Accept header with auto=format', async () => {
  const { measure, get } = await startWithPicture()
  const browser = { Accept: 'image/avif,image/webp,*/*' }
  expect(await measure('?w=20&auto=format', browser)).toBe('webp 20x10')
  expect(await measure('?auto=format', browser)).toBe('webp 200x100')
  expect(await measure('?w=20&auto=format')).toBe('png 20x10')
  expect(await measure('?w=20&auto=format&fm=jpg', browser)).toBe('jpeg 20x10')
  expect((await get('?w=20&auto=format')).answer.headers.get('vary')).toMatch(/Accept/)
})

it('serves the uploaded bytes without parameters, cacheable forever', async () => {
  const { lake, get, original, url } = await startWithPicture()
  const { answer, bytes } = await get('')
  expect(bytes).toEqual(original)
  expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect((await get('?dl=')).bytes).toEqual(original)
  expect((await get('?dl=a.png')).answer.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''a.png",
  )
  const head = await lake.get(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    `${original.length}`,
    '',
  ])
})

it('refuses unknown and invalid parameters and names them', async () => {
  const { get } = await startWithPicture()
  const rows: [parameters: string, named: string][] = [
    ['?w=0', 'w'],
    ['?w=-1', 'w'],
    ['?w=abc', 'w'],
    ['?w=1e3', 'w'],
    ['?w=', 'w'],
    ['?w=10&w=20', 'w'],
    ['?w=8193', 'side'],
    ['?w=4097&dpr=2', 'side'],
    ['?w=100000', 'side'],
    ['?h=5000', 'side'],
    ['?rect=0,0,50,50&w=4097', 'pixels'],
    ['?h=4097&dpr=3', 'side'],
    ['?fit=cover', 'fit'],
    ['?rect=1,2,3', 'rect'],
    ['?rect=0,0,0,10', 'rect'],
    ['?rect=200,0,10,10', 'rect'],
    ['?fm=gif', 'fm'],
    ['?fm=avif', 'fm'],
    ['?q=101', 'q'],
    ['?dpr=9', 'dpr'],
    ['?auto=compress', 'auto'],
    ['?blur=10', 'blur'],
    ['?bg=fff', 'bg'],
    ['?crop=left', 'crop'],
    ['?max-w=50', 'max-w'],
    ['?__proto__=1', '__proto__'],
  ]
  for (const [parameters, named] of rows) {
    const { status, bytes } = await get(parameters)
    const message = status === 400 ? String(JSON.parse(String(bytes)).message) : ''
    expect([parameters, status, message]).toEqual([parameters, 400, expect.stringContaining(named)])
  }
})

it('scales down an original over the pixel limit if no size is requested', async () => {
  const { client, get } = await startLake()
  const large = { create: { width: 4200, height: 8400, channels: 3 as const, background: 'red' } }
  const { url } = await client.assets.upload('image', await sharp(large).png().toBuffer())
  const made = await get(`${url}?fm=jpg`)
  const { width = 0, height = 0 } = await sharp(Buffer.from(await made.arrayBuffer())).metadata()
  expect(width * height).toBeLessThanOrEqual(4096 * 4096)
  expect([width, height]).toEqual([2896, 5792])
})

it('accepts uploads during many image requests, and refuses excess image requests', async () => {
  const { client, get } = await startLake()
  const noise = Buffer.from(Uint8Array.from({ length: 400 * 400 * 3 }, (_, index) => (index * 7919) >> 3))
  const raw = { width: 400, height: 400, channels: 3 as const }
  const { url } = await client.assets.upload('image', await sharp(noise, { raw }).jpeg().toBuffer())
  let made = 0
  const asked = Array.from({ length: 80 }, async (_, index) => {
    const answer = await get(`${url}?w=${399 - index}&fm=webp`)
    if (answer.status === 200) made += 1
    return answer
  })
  const refusal = await Promise.any(
    asked.map(async (answering) => {
      const answer = await answering
      if (answer.status !== 503) throw new Error(`${answer.status}`)
      return answer
    }),
  )
  expect(refusal.headers.get('retry-after')).toBe('2')
  expect((await refusal.json()).message).toMatch(/Too many requests/)
  await client.assets.upload('image', await makePicture())
  expect(made).toBeLessThan(60)
  await Promise.all(asked)
})

it('answers 404 to names that are not assets of this dataset', async () => {
  const { lake, origin, url } = await startWithPicture()
  const paths = [
    `/images/local/production/${'0'.repeat(40)}-1x1.png`,
    '/images/local/production/..%2f..%2ftoken',
    '/images/local/production/%2e%2e%2f%2e%2e%2flake.sqlite',
    '/files/local/production/token',
    url.slice(origin.length).replace('/local/', '/other/'),
    url.slice(origin.length).replace('/production/', '/other/'),
    url.slice(origin.length).replace('/images/', '/files/'),
  ]
  for (const path of paths) expect([path, (await lake.get(origin + path)).status]).toEqual([path, 404])
})
