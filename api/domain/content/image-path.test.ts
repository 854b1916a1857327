import { describe, expect, it } from 'vitest'
import { readAssetId, readImagePath, toImagePath } from './image-path.ts'

const assetId = 'image-0123456789abcdef0123456789abcdef01234567-800x600-jpg'

describe('readAssetId', () => {
  it('reads file and dimensions from an id', () => {
    expect(readAssetId(assetId)).toEqual({
      file: '0123456789abcdef0123456789abcdef01234567-800x600.jpg',
      width: 800,
      height: 600,
    })
  })

  it.each([
    'image-abc-800x600-svg',
    'image-abc-800x600-gif',
    'image-abc-0x600-jpg',
    'image-abc-800x600',
    'image-../../x-800x600-jpg',
    'file-abc-pdf',
    '',
  ])('finds no image in %j', (id) => {
    expect(readAssetId(id)).toBeUndefined()
  })
})

describe('the path of a variant', () => {
  it('names the image, the part and the width', () => {
    expect(toImagePath({ assetId, width: 640 })).toBe(`/images/${assetId}/full-640.webp`)
    const rect = { left: 10, top: 20, width: 300, height: 200 }
    expect(toImagePath({ assetId, rect, width: 300 })).toBe(`/images/${assetId}/10_20_300_200-300.webp`)
  })

  it.each([
    { assetId, width: 800 },
    { assetId, rect: { left: 0, top: 0, width: 1, height: 1 }, width: 1 },
    { assetId, rect: { left: 500, top: 400, width: 300, height: 200 }, width: 299 },
  ])('is parsed back into the same variant: %j', (variant) => {
    expect(readImagePath(toImagePath(variant))).toEqual(variant)
  })

  it.each([
    ['wider than the image', `/images/${assetId}/full-801.webp`],
    ['wider than the part', `/images/${assetId}/0_0_300_200-301.webp`],
    ['a part beyond the edge', `/images/${assetId}/501_0_300_200-300.webp`],
    ['a part without height', `/images/${assetId}/0_0_300_0-300.webp`],
    ['leading zeros', `/images/${assetId}/00_0_300_200-300.webp`],
    ['no width', `/images/${assetId}/full-0.webp`],
    ['another format', `/images/${assetId}/full-640.png`],
    ['a parent path', '/images/../../etc/passwd/full-640.webp'],
    ['an escaped parent path', `/images/..%2f..%2f${assetId}/full-640.webp`],
    ['another host', `/images/@example.org/${assetId}/full-640.webp`],
    ['a URL as the name', '/images/http://127.0.0.1:22/full-640.webp'],
    ['a suffix', `/images/${assetId}/full-640.webp/more`],
    ['a trailing line break', `/images/${assetId}/full-640.webp\n`],
    ['an overlong name', `/images/image-${'a'.repeat(5000)}-800x600-jpg/full-640.webp`],
    ['no image at all', '/images/'],
  ])('is refused with %s', (_, path) => {
    expect(readImagePath(path)).toBeUndefined()
  })
})
