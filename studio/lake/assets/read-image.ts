import { LakeError, lakeErrors } from '../http/errors.ts'
import { mostPixels, openImage, readHead, takeUploadTurn } from '../images/open.ts'
import { findImageFormat } from './formats.ts'
import { longestAssetSide } from './names.ts'

export type ImageFacts = {
  extension: string
  mimeType: string
  /** As shown: after the rotation that the camera noted. */
  width: number
  height: number
  metadata: Record<string, unknown>
}

/** Reads an uploaded image to its last pixel. Throws 400 in words for what is no whole image of a known format. */
export async function readImage(bytes: Uint8Array): Promise<ImageFacts> {
  const facts = await readHead(bytes).catch(() => undefined)
  const format = findImageFormat(facts?.format, facts?.compression)
  if (facts === undefined || format === undefined)
    throw lakeErrors.badRequest('Invalid image: the file is no JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG image')
  const { width, height } = facts.autoOrient
  if (width * height > mostPixels)
    throw lakeErrors.badRequest(
      `Invalid image: ${width} × ${height} pixels are more than ${mostPixels / 1e6} million`,
    )
  if (Math.max(width, height) > longestAssetSide)
    throw lakeErrors.badRequest(
      `Invalid image: ${width} × ${height} pixels have a side of more than ${longestAssetSide}`,
    )
  const lqip = format.extension === 'svg' ? undefined : await makePreview(bytes)
  return { ...format, width, height, metadata: describe(width, height, facts.hasAlpha, lqip) }
}

type Preview = { dataUrl: string; isOpaque: boolean }

/** The blurred image of 20 pixels that stands in until the real one is there. Making it decodes the whole file. */
async function makePreview(bytes: Uint8Array): Promise<Preview> {
  try {
    return await takeUploadTurn(async () => {
      const small = openImage(bytes).autoOrient().resize({ width: 20 })
      const { data, info } = await small.clone().ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      const isOpaque = data.every((value, index) => index % info.channels !== 3 || value === 255)
      const encoded = isOpaque ? small.jpeg({ quality: 60 }) : small.png()
      const preview = await encoded.toBuffer()
      return {
        dataUrl: `data:image/${isOpaque ? 'jpeg' : 'png'};base64,${preview.toString('base64')}`,
        isOpaque,
      }
    })
  } catch (error) {
    if (error instanceof LakeError) throw error
    throw lakeErrors.badRequest('Invalid image: the file is damaged or cut short')
  }
}

function describe(width: number, height: number, hasAlpha: boolean, preview: Preview | undefined) {
  return {
    _type: 'sanity.imageMetadata',
    dimensions: { _type: 'sanity.imageDimensions', aspectRatio: width / height, height, width },
    hasAlpha,
    isOpaque: preview?.isOpaque ?? !hasAlpha,
    ...(preview === undefined ? {} : { lqip: preview.dataUrl }),
  }
}
