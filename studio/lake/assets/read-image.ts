import { LakeError, lakeErrors } from '../errors.ts'
import { limitUploads, maxInputPixels, openImage, readHeader } from '../images/sharp.ts'
import { findImageFormat, maxAssetSide } from './files.ts'

/** Decodes an uploaded image completely. Throws 400 unless it is an undamaged image of a known format. */
export async function readImage(bytes: Uint8Array) {
  const header = await readHeader(bytes).catch(() => undefined)
  const format = findImageFormat(header?.format, header?.compression)
  if (header === undefined || format === undefined)
    throw lakeErrors.badRequest(
      'Invalid image: the file is not a JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG image',
    )
  // After the rotation in the EXIF data.
  const { width, height } = header.autoOrient
  if (width * height > maxInputPixels)
    throw lakeErrors.badRequest(
      `Invalid image: ${width} × ${height} pixels are more than ${maxInputPixels / 1e6} million`,
    )
  if (Math.max(width, height) > maxAssetSide)
    throw lakeErrors.badRequest(
      `Invalid image: ${width} × ${height} pixels have a side of more than ${maxAssetSide}`,
    )
  const preview = format.extension === 'svg' ? undefined : await makePreview(bytes)
  const metadata: Record<string, unknown> = {
    _type: 'sanity.imageMetadata',
    dimensions: { _type: 'sanity.imageDimensions', aspectRatio: width / height, height, width },
    hasAlpha: header.hasAlpha,
    isOpaque: preview?.isOpaque ?? !header.hasAlpha,
    ...(preview && { lqip: preview.dataUrl }),
  }
  return { ...format, size: `${width}x${height}`, metadata }
}

/** LQIP: a placeholder of 20 pixels. Rendering it decodes the whole file. */
async function makePreview(bytes: Uint8Array) {
  try {
    return await limitUploads(async () => {
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
