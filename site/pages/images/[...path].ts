import type { APIRoute } from 'astro'
import { readImagePath } from '#domain/content/image-path.ts'
import { fetchImage } from '../../lib/content/images.ts'

export const GET: APIRoute = async ({ url, locals }) => {
  const variant = readImagePath(url.pathname)
  if (!variant) return new Response('not found', { status: 404 })
  const bytes = await fetchImage(variant, locals.content)
  return new Response(bytes, { headers: { 'Content-Type': 'image/webp' } })
}
