import { z } from 'zod'
import { readAssetId } from '../lib/content/image-path.ts'
import type { ContentPicture } from '../lib/content/picture.ts'
import { copy, line, optional } from './parts.ts'

const part = z.number().min(0).max(1)

const assetId = z.string().refine((id) => readAssetId(id) !== undefined, {
  error: 'must be a JPEG, PNG, WebP or AVIF image',
})

const imageFields = {
  asset: z.object({ _ref: assetId }),
  crop: optional(z.object({ top: part, bottom: part, left: part, right: part })),
  hotspot: optional(z.object({ x: part, y: part })),
}

/** `alt` is in the language of the text around the image. */
export const pictureFields = { ...imageFields, alt: line }

type Fields = z.output<z.ZodObject<typeof pictureFields>>

export function toPicture({ asset, ...rest }: Fields): ContentPicture {
  return { assetId: asset._ref, alt: rest.alt, crop: rest.crop, hotspot: rest.hotspot }
}

export const photo = z
  .object({ ...imageFields, alt: copy(line) })
  .transform(({ alt, ...fields }) => ({ picture: toPicture({ ...fields, alt: alt.value }), lang: alt.lang }))
