import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readImagePath } from './image-path.ts'
import { describePicture } from './picture.ts'

const assetId = 'image-abc-1000x500-jpg'
const alt = 'people at desks'

describe('describePicture', () => {
  it('offers the widths up to the image’s own, and its own instead of larger ones', () => {
    const { src, srcSet, width, height } = describePicture({ assetId, alt }, { widths: [400, 800, 1600] })
    expect(src).toBe(`/images/${assetId}/full-1000.webp`)
    expect(srcSet.split(', ')).toEqual([
      `/images/${assetId}/full-400.webp 400w`,
      `/images/${assetId}/full-800.webp 800w`,
      `/images/${assetId}/full-1000.webp 1000w`,
    ])
    expect([width, height]).toEqual([1000, 500])
  })

  it('gives the dimensions of the widest variant if the image is larger', () => {
    expect(describePicture({ assetId, alt }, { widths: [400, 200] })).toMatchObject({
      width: 400,
      height: 200,
    })
  })

  it('applies the editor’s crop', () => {
    const crop = { top: 0.1, bottom: 0.1, left: 0.25, right: 0.25 }
    const { src, width, height } = describePicture({ assetId, alt, crop }, { widths: [2000] })
    expect(src).toBe(`/images/${assetId}/250_50_500_400-500.webp`)
    expect([width, height]).toEqual([500, 400])
  })

  it.each([
    ['a hair outside the image', { top: -1.1e-16, bottom: 0, left: 0.5, right: 1.1e-16 }, '500_0_500_500'],
    ['with an absent side', { top: null, left: 0.5 }, '500_0_500_500'],
    ['that leaves nothing', { top: 0.5, bottom: 0.6, left: 0, right: 0 }, 'full'],
    ['that leaves nothing, a hair outside', { right: 1.0000000000000002 }, 'full'],
  ])('reads a crop %s', (_what, crop, part) => {
    const { src } = describePicture({ assetId, alt, crop }, { widths: [100] })
    expect(src).toBe(`/images/${assetId}/${part}-100.webp`)
  })

  it.each([
    ['the middle if a hotspot lacks a coordinate', { x: null, y: 0.5 }, '250_0_500_500'],
    ['the edge if a hotspot is a hair outside', { x: 1.0000000000000002, y: 0.5 }, '500_0_500_500'],
    ['the middle', undefined, '250_0_500_500'],
    ['the hotspot', { x: 0.4, y: 0.5 }, '150_0_500_500'],
    ['the hotspot as far as the edge allows', { x: 0.95, y: 0.5 }, '500_0_500_500'],
  ])('cuts a square around %s', (_, hotspot, part) => {
    const { src } = describePicture({ assetId, alt, hotspot }, { widths: [100], aspect: 1 })
    expect(src).toBe(`/images/${assetId}/${part}-100.webp`)
  })

  it('keeps the square within the cropped image', () => {
    const crop = { top: 0, bottom: 0, left: 0.5, right: 0 }
    const picture = { assetId, alt, crop, hotspot: { x: 0.1, y: 0.5 } }
    expect(describePicture(picture, { widths: [500], aspect: 1 }).src).toContain('/500_0_500_500-')
  })

  it('refuses an id that is not of an image', () => {
    expect(() => describePicture({ assetId: 'file-abc-pdf', alt }, { widths: [100] })).toThrow(RangeError)
  })

  it('never names a variant that the site would refuse', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true })
    const side = fc.integer({ min: 1, max: 9999 })
    const any = fc.record({
      width: side,
      height: side,
      crop: fc.option(fc.record({ top: part, bottom: part, left: part, right: part }), { nil: undefined }),
      hotspot: fc.option(fc.record({ x: part, y: part }), { nil: undefined }),
      aspect: fc.option(fc.double({ min: 0.05, max: 20, noNaN: true }), { nil: undefined }),
    })
    fc.assert(
      fc.property(any, ({ width, height, crop, hotspot, aspect }) => {
        const picture = { assetId: `image-abc-${width}x${height}-png`, alt, crop, hotspot }
        const { srcSet } = describePicture(picture, { widths: [100, 1000], ...(aspect && { aspect }) })
        for (const candidate of srcSet.split(', ')) {
          const [path = '', size] = candidate.split(' ')
          const variant = readImagePath(path)
          if (variant === undefined || `${variant.width}w` !== size) throw new Error(candidate)
        }
      }),
    )
  })
})
