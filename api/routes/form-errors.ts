import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { currentLanguage, words } from '#domain/language.ts'
import { faultsByField, listingInputSchema } from '#domain/listing.ts'
import { escapeHtml } from '#domain/page-head.ts'
import { isUuid } from '#domain/uuid.ts'
import { toRequestError } from '../errors.ts'
import {
  type ManageForm,
  type Refusal,
  type Typed,
  writeManageForm,
  writePostForm,
} from '../fills/words/listing-form.ts'
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

  const { token: _token, confirm: _confirm, ...fields } = typed
  const form = findForm(c.req.path, typed, { message, faults: findFaults(fields) })
  return form && answerForm(c, readRelease, form, { status, headers })
}

/** Answers the form that somebody is in the middle of, in the language of now: that of a listing, or the one that posts. */
export function answerTypedForm(
  c: Context,
  readRelease: () => Release,
  { typed, listing }: { typed: Typed; listing: string | undefined },
): Response | Promise<Response> {
  const form =
    listing === undefined
      ? showPostForm(typed)
      : showManageForm(listing, { typed, hasFields: typed.title !== undefined, isOpen: true })
  return answerForm(c, readRelease, form, { status: 200, headers: {} })
}

/** A form in its page: which page, what it says there, and its title where it has one of its own. */
type ShownForm = { file: ShellFile; words: string; title?: string }

type Answered = { status: ContentfulStatusCode; headers: Record<string, string> }

function answerForm(
  c: Context,
  readRelease: () => Release,
  { file, words: shown, title }: ShownForm,
  { status, headers }: Answered,
): Response | Promise<Response> {
  const release = readRelease()
  const head = { isHidden: true, ...(title && { title }) }
  const shell = findShell(release, file, currentLanguage())
  const page = fillShell(shell, { status: 200, head, words: shown })
  // With scripts the island would take the place of what was typed.
  const withoutScripts = page.replace(/<astro-island.*?<\/astro-island>/gs, '').replace(/<\/?noscript>/g, '')
  const own = findPage(release, file, currentLanguage()).headers
  return c.html(withoutScripts, status, { ...own, ...headers, 'Cache-Control': 'no-store' })
}

/** The form that was sent to a path. */
function findForm(path: string, typed: Typed, refusal: Refusal): ShownForm | undefined {
  if (path === '/api/listings') return showPostForm(typed, refusal)
  const [, id = '', action] = /^\/api\/listings\/([^/]+)\/(edit|renew|delete)$/.exec(path) ?? []
  if (!isUuid(id)) return undefined
  return showManageForm(id, { typed, refusal, hasFields: action === 'edit' || typed.title !== undefined })
}

function showPostForm(typed: Typed, refusal?: Refusal): ShownForm {
  return { file: 'post.html', words: writePostForm(typed, refusal) }
}

function showManageForm(id: string, parts: Omit<ManageForm, 'id'>): ShownForm {
  const { own, manage } = words()
  const back = `<p class="back"><a href="/listing/${id}">${escapeHtml(manage.back)}</a></p>`
  const html = `<h1>${escapeHtml(own.yours)}</h1>${writeManageForm({ id, ...parts })}${back}`
  return { file: 'shell/listing.html', words: html, title: own.yours }
}

function findFaults(fields: Typed): Refusal['faults'] {
  const input = listingInputSchema.safeParse(fields)
  return input.success ? {} : faultsByField(input.error)
}
