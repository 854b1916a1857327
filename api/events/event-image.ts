import * as z from 'zod/mini'
import { readAssetId } from '#domain/content/image-path.ts'
import { type ContentPicture, describePicture } from '#domain/content/picture.ts'
import type { EventImage } from '#domain/events/event.ts'

/** Of an event's page: of a phone, of two such pixels or a wide screen, of both. */
const widths = [480, 960, 1440]

const part = z.number().check(z.minimum(0), z.maximum(1))
export const cropSchema = z.object({ top: part, bottom: part, left: part, right: part })
export const hotspotSchema = z.object({ x: part, y: part })

/** What a row has of an image. */
const pictureSchema = z.object({
  assetId: z.string().check(z.refine((id) => readAssetId(id) !== undefined)),
  alt: z.string(),
  crop: z.optional(cropSchema),
  hotspot: z.optional(hotspotSchema),
})

/** As the calendar has it; undefined for what is no picture, in a row that was written by hand. */
export function readEventImage(stored: unknown): EventImage | undefined {
  const { data } = pictureSchema.safeParse(stored)
  return data && toEventImage(data)
}

export function toEventImage(picture: ContentPicture): EventImage {
  const { src: url, ...attributes } = describePicture(picture, { widths })
  return { url, ...attributes }
}

/** The paths of its files. */
export function listImagePaths({ srcSet }: EventImage): string[] {
  return srcSet.split(', ').map((candidate) => candidate.split(' ')[0] ?? '')
}
