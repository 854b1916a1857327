import type { ContentSettings } from '#domain/content/content-settings.ts'
import { type ImageVariant, readAssetId } from '#domain/content/image-path.ts'
import { unreadable } from './content-error.ts'
import type { Content } from './content.ts'

export function toLakeUrl({ assetId, rect, width }: ImageVariant, settings: ContentSettings): string {
  const { projectId, dataset, apiHost = 'https://cdn.sanity.io' } = settings
  const asset = readAssetId(assetId)
  if (!asset) throw new RangeError(`${assetId} is not the id of an image asset`)
  const url = new URL(`/images/${projectId}/${dataset}/${asset.file}`, apiHost)
  const part = rect && { rect: [rect.left, rect.top, rect.width, rect.height].join(',') }
  url.search = String(new URLSearchParams({ ...part, w: String(width), fm: 'webp', q: '75' }))
  return url.href
}

/** Throws ContentError, which names the document and field of the image. */
export async function fetchImage(
  variant: ImageVariant,
  { settings, findImageUse }: Pick<Content, 'settings' | 'findImageUse'>,
): Promise<ArrayBuffer> {
  try {
    const signal = AbortSignal.timeout(30_000)
    const { apiHost, token } = settings
    // Sanity's own CDN serves images without a token.
    const headers = apiHost && token ? { Authorization: `Bearer ${token}` } : undefined
    const answer = await fetch(toLakeUrl(variant, settings), { redirect: 'error', signal, headers })
    if (answer.status === 404) throw new Error('the image does not exist; choose it again')
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return await answer.arrayBuffer()
  } catch (cause) {
    throw unreadable((await findImageUse(variant.assetId)) ?? variant.assetId, cause, 'image-unreadable')
  }
}
