import type { Context } from 'hono'
import { faultsByField, type ListingField, listingInputSchema } from '#domain/listing.ts'
import { toRequestError } from '../errors.ts'
import { writeListingForm } from '../fills/words/listing-form.ts'
import { fillShell } from '../publisher/fill-shell.ts'
import { findPage, findShell, type Release } from '../publisher/release.ts'

/** What is refused for what it is, whatever was typed: another site's form, a body that cannot be read. */
const plain: ReadonlySet<number> = new Set([403, 405, 413, 415])

/**
 * Answers a form of the page that posts, whose browser runs no scripts: the page again, with what is wrong and with
 * every typed value. Undefined for every other request.
 */
export async function answerFormError(
  c: Context,
  error: unknown,
  readRelease: () => Release,
): Promise<Response | undefined> {
  const isForm = c.req.header('content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded')
  const isRead = c.req.header('accept')?.includes('text/html')
  const { status, message, headers } = toRequestError(error)
  if (c.req.method !== 'POST' || c.req.path !== '/api/listings' || !isForm || !isRead || plain.has(status))
    return undefined
  const values = Object.fromEntries(new URLSearchParams(await c.req.text())) as Partial<
    Record<ListingField, string>
  >
  const input = listingInputSchema.safeParse(values)
  const faults = input.success ? {} : faultsByField(input.error)
  const release = readRelease()
  const words = writeListingForm({ action: '/api/listings', values, faults, message })
  const page = fillShell(findShell(release, 'post.html'), { status: 200, head: { isHidden: true }, words })
  const own = findPage(release, 'post.html').headers
  return c.html(page, status, { ...own, ...headers, 'Cache-Control': 'no-store' })
}
