import { expect, it } from 'vitest'
import { readEventImage } from './event-image.ts'

const assetId = 'image-abc-2000x1000-jpg'
const path = `/images/${assetId}/full`

it('offers an image in three widths, the widest one as its url', () => {
  const image = readEventImage({ assetId, alt: 'A full room' })
  expect(image).toEqual({
    url: `${path}-1440.webp`,
    srcSet: `${path}-480.webp 480w, ${path}-960.webp 960w, ${path}-1440.webp 1440w`,
    alt: 'A full room',
    width: 1440,
    height: 720,
  })
})

it('applies the crop that an editor chose', () => {
  const crop = { top: 0, bottom: 0.5, left: 0.5, right: 0 }
  expect(readEventImage({ assetId, alt: '', crop })).toMatchObject({ width: 1000, height: 500 })
})

it.each([
  [null],
  ['a text'],
  [{ alt: 'no picture' }],
  [{ assetId }],
  [{ assetId: 'image-abc-10x10-svg', alt: 'a drawing' }],
  [{ assetId: '../../etc/passwd', alt: 'no image' }],
  [{ assetId, alt: 'a crop of words', crop: { top: 'all' } }],
])('reads no image from the invalid stored value %j', (stored) => {
  expect(readEventImage(stored)).toBeUndefined()
})
