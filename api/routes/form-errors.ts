import type { Context } from 'hono'
import { currentLanguage, words } from '#domain/language.ts'
import { faultsByField, listingInputSchema } from '#domain/listing.ts'
import { escapeHtml } from '#domain/page-head.ts'
import { isUuid } from '#domain/uuid.ts'
import { toRequestError } from '../errors.ts'
import { type Refusal, type Typed, writeManageForm, writePostForm } from '../fills/words/listing-form.ts'
import { fillShell } from '../publisher/fill-shell.ts'
import type { ShellFile } from '../publisher/pages.ts'
import { findPage, findShell, type Release } from '../publisher/release.ts'

/** What is refused for what it is, whatever was typed: another site's form, a body that cannot be read. */
const plain: ReadonlySet<number> = new Set([403, 405, 413, 415])

/**
 * Answers a form of our pages, whose browser runs no scripts: the page again, with what is wrong and with every typed
 * value. Undefined for every other request.
 */
export function answerFormError(
  c: Context,
  error: unknown,
  readRelease: () => Release,
): Response | Promise<Response> | undefined {
  // A body that was not read is not read for this: it may be late, or without an end.
  const typed = c.get('typed') as Typed | undefined
  const isRead = c.req.header('accept')?.includes('text/html')
  const { status, message, headers } = toRequestError(error)
  // A wrong token is a 403 as well, and one that was typed.
  const isPlain = plain.has(status) && !(status === 403 && typed?.token !== undefined)
  if (!typed || !isRead || isPlain) return undefined

  const form = findForm(c.req.path, typed, message)
  if (!form) return undefined
  const release = readRelease()
  const head = { isHidden: true, ...(form.title && { title: form.title }) }
  const page = fillShell(findShell(release, form.file, currentLanguage()), {
    status: 200,
    head,
    words: form.words,
  })
  // With scripts the island would take the place of what was typed.
  const withoutScripts = page.replace(/<astro-island.*?<\/astro-island>/gs, '').replace(/<\/?noscript>/g, '')
  const own = findPage(release, form.file, currentLanguage()).headers
  return c.html(withoutScripts, status, { ...own, ...headers, 'Cache-Control': 'no-store' })
}

/** The page of a form, and what it says. */
function findForm(
  path: string,
  typed: Typed,
  message: string,
): { file: ShellFile; words: string; title?: string } | undefined {
  const { token: _token, confirm: _confirm, ...fields } = typed
  const refusal = { message, faults: findFaults(fields) }
  if (path === '/api/listings') return { file: 'post.html', words: writePostForm(typed, refusal) }
  const [, id = '', action] = /^\/api\/listings\/([^/]+)\/(edit|renew|delete)$/.exec(path) ?? []
  if (!isUuid(id)) return undefined
  const hasFields = action === 'edit' || typed.title !== undefined
  const html = `<h1>${escapeHtml(words().own.yours)}</h1>${writeManageForm({ id, typed, refusal, hasFields })}<p class="back"><a href="/listing/${id}">${escapeHtml(words().manage.back)}</a></p>`
  return { file: 'shell/listing.html', words: html, title: words().own.yours }
}

function findFaults(fields: Typed): Refusal['faults'] {
  const input = listingInputSchema.safeParse(fields)
  return input.success ? {} : faultsByField(input.error)
}
