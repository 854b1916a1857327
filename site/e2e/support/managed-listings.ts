import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import postgres from 'postgres'
import { linkTo } from '#domain/language.ts'
import type { ListingInput, PostedListing } from '#domain/listings/listing.ts'
import { managePath } from '#domain/listings/manage-token.ts'
import { findSocket } from './database-proxy.ts'
import { messages } from './language.ts'
import { makeListing, postListing } from './listings.ts'
import { fillPostForm, findPostForm, openPostForm } from './post-form.ts'
import { findSharedServer } from './shared-server.ts'

/** Sets a listing's expiry in the shared server's database: the HTTP API has no way to do it. */
export async function expireListing(id: string, instant = '2026-03-09T06:59:59Z'): Promise<void> {
  const path = await findSocket(findSharedServer().dataFolder)
  const sql = postgres({ path, username: 'postgres', database: 'founderlist', max: 1 })
  try {
    await sql`update listings set expires_at = ${instant} where id = ${id}`
  } finally {
    await sql.end()
  }
}

/** Posts a listing to the HTTP API. Returns it with its token and the path of its manage link. */
export async function postManagedListing(
  request: APIRequestContext,
  parts: Partial<ListingInput> = {},
): Promise<PostedListing & { path: string }> {
  const posted = (await postListing(request, parts)) as PostedListing
  return { ...posted, path: managePath({ id: posted.id, token: posted.manageToken }) }
}

/** Posts a listing with the form and waits for the home page. Returns its title. */
export async function postByForm(page: Page, parts: Partial<ListingInput> = {}): Promise<string> {
  const listing = makeListing(parts)
  await openPostForm(page)
  await fillPostForm(page, listing)
  await findPostForm(page).submit.click()
  await page.waitForURL(linkTo('/'))
  return listing.title
}

/** Stores listings in the browser as if it had posted them. Takes effect with the next page. */
export async function storeManagedListings(page: Page, listings: PostedListing[]): Promise<void> {
  const kept = listings.map(({ id, manageToken: token, title }) => ({ id, token, title }))
  await page.goto('/about')
  await page.evaluate((json) => localStorage.setItem('listings', json), JSON.stringify(kept))
}

/** The notice on the home page after posting. */
export function findNotice(page: Page) {
  const { managed } = messages()
  const region = page.getByRole('region', { name: managed.manageLink })
  return {
    region,
    link: region.getByRole('link', { name: /#manage=/ }),
    copy: region.getByRole('button', { name: managed.copyLink }),
  }
}

/** Buttons that act on a listing, in its row or in its page's panel. */
export function findActions(scope: Locator) {
  const { managed, network } = messages()
  const button = (name: string) => scope.getByRole('button', { name, exact: true })
  return {
    edit: button(managed.edit),
    renew: button(managed.renew),
    remove: scope.locator('summary', { hasText: managed.remove }),
    copy: button(managed.copyLink),
    confirm: button(managed.confirmRemoval),
    save: button(managed.save),
    cancel: button(managed.cancel),
    retry: button(network.retry),
    forget: button(managed.forget),
  }
}

/** The dialog “my listings” by its parts. */
export function findDialog(page: Page) {
  const { home, managed } = messages()
  const dialog = page.getByRole('dialog', { name: managed.heading })
  return {
    dialog,
    open: page.getByRole('banner').getByRole('link', { name: home.account }),
    close: dialog.getByRole('button', { name: managed.close }),
    rows: dialog.getByRole('listitem'),
    row: (title: string) => dialog.getByRole('listitem').filter({ hasText: title }),
    statusMessage: dialog.locator('.status-message').getByRole('status'),
    alert: dialog.getByRole('alert'),
    showCode: dialog.getByText(managed.showCode),
    code: dialog.getByRole('textbox', { name: managed.code }),
    paste: dialog.getByRole('textbox', { name: managed.pasteCode }),
    add: dialog.getByRole('button', { name: managed.add }),
  }
}

/** Opens the home page and the dialog, and waits until every listing has loaded. */
export async function openDialog(page: Page) {
  const found = findDialog(page)
  await page.goto('/')
  await found.open.click()
  await found.paste.waitFor()
  await expect(found.dialog.getByText(messages().managed.loadingOne)).toHaveCount(0)
  return found
}

/** The panel on the page of a managed listing. */
export function findPanel(page: Page): Locator {
  return page.getByRole('region', { name: messages().managed.yours })
}
