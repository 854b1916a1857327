import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { readCity } from '#domain/listings/catalogue.ts'
import { readSuggestion } from '#domain/events/suggestion.ts'
import { describeFaults, faultsByField, listingInputSchema } from '#domain/listings/listing.ts'
import { extractSpamTrap } from '#domain/moderation/spam-trap.ts'
import type { FilledForm, ViewOf } from '#domain/pages/page-view.ts'
import { isUuid } from '#domain/uuid.ts'
import { answerError, toRequestError } from '../errors.ts'
import { pageHeaders } from '../publishing/releases/release.ts'
import type { Releases } from './routes.ts'

type Typed = Record<string, string>
type RenderPage = Releases['renderPage']

/** Error statuses that do not depend on the typed values. */
const plain: ReadonlySet<number> = new Set([403, 405, 413, 415])

/** Answers a form without scripts with its page, the errors and the typed values. Undefined for other requests. */
export function answerFormError(c: Context, error: unknown, renderPage: RenderPage) {
  // Do not read an unread body: it may be late or endless.
  const typed = c.get('typed') as Typed | undefined
  const isRead = c.req.header('accept')?.includes('text/html')
  const { status, message, headers } = toRequestError(error)
  // A wrong token is 403 too, but was typed.
  const isPlain = plain.has(status) && !(status === 403 && typed?.token !== undefined)
  if (!typed || !isRead || isPlain) return undefined

  const { token: _token, confirm: _confirm, language: _language, ...sent } = typed
  const fields = extractSpamTrap(sent).fields as Typed
  const view = findForm(c.req.path, { typed: withLineFeeds(typed), fields, message })
  if (!view) return undefined
  // If the page cannot be rendered, answer with the error alone.
  return answerForm(c, renderPage, view, { status, headers }).catch(() => answerError(c, error))
}

export async function answerForm(
  c: Context,
  renderPage: RenderPage,
  view: ViewOf<'post'> | ViewOf<'suggest'> | Extract<ViewOf<'listing'>, { state: 'form' }>,
  { status = 200, headers = {} }: { status?: ContentfulStatusCode; headers?: Record<string, string> } = {},
): Promise<Response> {
  const path = { post: '/post', suggest: '/events/suggest' } as const
  const { html } = await renderPage(view.page === 'listing' ? `/listing/${view.id}` : path[view.page], view)
  return c.html(html, status, { ...pageHeaders(html), ...headers, 'Cache-Control': 'no-store' })
}

type Given = { typed: Typed; fields: Typed; message: string }

function findForm(path: string, { typed, fields, message }: Given) {
  if (path.startsWith('/api/suggestions')) {
    const faults = path.endsWith('/read') ? {} : readSuggestion(fields, new Date()).faults
    return { page: 'suggest', state: 'form', form: { typed, message, faults } } as const
  }
  const explained: FilledForm = { typed, ...explain(fields, message) }
  if (path === '/api/listings')
    return { page: 'post', city: readCity(typed['location']), form: explained } as const
  const [, id = ''] =
    /^\/api\/listings\/([^/]+)\/(?:edit|renew|delete|dispute)$/.exec(path) ??
    /^\/listing\/([^/]+)\/manage$/.exec(path) ??
    []
  if (!isUuid(id)) return undefined
  const hasFields = typed['title'] !== undefined
  // Where the form asks only for the code, faults of fields would lead nowhere.
  const form = hasFields ? explained : { typed, faults: {}, message }
  return { page: 'listing', state: 'form', id, form, hasFields } as const
}

/** Forms send CR LF; only line feeds keep a leading blank line when the field is shown again. */
function withLineFeeds(typed: Typed): Typed {
  const entries = Object.entries(typed)
  return Object.fromEntries(entries.map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]))
}

/** The faults of fields, and the message unless it only repeats them. */
function explain(fields: Typed, message: string): Pick<FilledForm, 'faults' | 'message'> {
  const input = listingInputSchema.safeParse(fields)
  if (input.success) return { faults: {}, message }
  const { form, ...faults } = faultsByField(input.error)
  const isRepeated = form === undefined && message === describeFaults(input.error)
  return { faults, message: isRepeated ? undefined : message }
}
