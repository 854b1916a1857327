import * as z from 'zod/mini'
import { readAssetId } from '#domain/content/image-path.ts'
import { type ContentPicture, describePicture } from '#domain/content/picture.ts'
import type { EventImage } from '#domain/events/event.ts'

/** Pixel widths on an event's page: for a phone, for a 2x phone or a wide screen, for a 2x wide screen. */
const widths = [480, 960, 1440]

const fraction = (name: string) => z.nullish(z.number(`image.${name} must be a number from 0 to 1`))
export const cropSchema = z.object(
  {
    top: fraction('crop.top'),
    bottom: fraction('crop.bottom'),
    left: fraction('crop.left'),
    right: fraction('crop.right'),
  },
  'image.crop must have four numbers from 0 to 1',
)
export const hotspotSchema = z.object(
  { x: fraction('hotspot.x'), y: fraction('hotspot.y') },
  'image.hotspot must have two numbers from 0 to 1',
)

export const isPicture = (id: string) => readAssetId(id) !== undefined

/** Value of the `image` column. */
const pictureSchema = z.object({
  assetId: z.string().check(z.refine(isPicture)),
  alt: z.string(),
  crop: z.optional(cropSchema),
  hotspot: z.optional(hotspotSchema),
})

/** Undefined if the stored value is not a valid picture: somebody may have written the row by hand. */
export function readEventImage(stored: unknown): EventImage | undefined {
  const { data } = pictureSchema.safeParse(stored)
  return data && toEventImage(data)
}

export function toEventImage(picture: ContentPicture): EventImage {
  const { src: url, ...attributes } = describePicture(picture, { widths })
  return { url, ...attributes }
}
