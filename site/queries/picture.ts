import { z } from 'zod'
import { readAssetId } from '../lib/image-path.ts'
import type { ContentPicture } from '../lib/picture.ts'
import { optional, text } from './parts.ts'

const part = z.number().min(0).max(1)

const assetId = z.string().refine((id) => readAssetId(id) !== undefined, {
  error: 'must be a JPEG, PNG, WebP or AVIF image',
})

/** The fields of an image with its alternative text, as Sanity keeps them. */
export const pictureFields = {
  asset: z.object({ _ref: assetId }),
  crop: optional(z.object({ top: part, bottom: part, left: part, right: part })),
  hotspot: optional(z.object({ x: part, y: part })),
  alt: text,
}

type Fields = z.output<z.ZodObject<typeof pictureFields>>

export function toPicture({ asset, ...rest }: Fields): ContentPicture {
  return { assetId: asset._ref, alt: rest.alt, crop: rest.crop, hotspot: rest.hotspot }
}

export const picture = z.object(pictureFields).transform(toPicture)
