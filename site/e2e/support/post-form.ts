import { expect, type Locator, type Page } from '@playwright/test'
import type { ListingInput } from '#domain/listings/listing.ts'
import { fill, messages } from './language.ts'

/** The form of /post by its labels in the language of the test. */
export function findPostForm(page: Page) {
  const { fields, post } = messages()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    category: field(fields.category),
    subcategory: field(fields.subcategory),
    location: field(fields.location),
    title: field(fields.title),
    description: field(fields.description),
    contact: field(fields.contact),
    submit: button(post.button).or(button(post.posting)),
  }
}

/** Opens the form, of another server if its address is given, and waits until its script has arrived. */
export async function openPostForm(page: Page, address = ''): Promise<void> {
  await page.goto(`${address}/post`)
  await awaitScript(page)
}

/** Until then the form is the browser's own, and checks and posts as such. */
export async function awaitScript(page: Page): Promise<void> {
  await expect(page.locator('form.fields')).toHaveJSProperty('noValidate', true)
}

/** Fills in everything, the location too. */
export async function fillPostForm(page: Page, listing: ListingInput): Promise<void> {
  const form = findPostForm(page)
  await form.category.selectOption(listing.category)
  await form.subcategory.selectOption(listing.subcategory)
  await form.location.selectOption(listing.location)
  await form.title.fill(listing.title)
  await form.description.fill(listing.description)
  await form.contact.fill(listing.contact)
}

/** What the form holds, by field. */
export async function readPostForm(page: Page): Promise<ListingInput> {
  const { submit: _, ...fields } = findPostForm(page)
  const entries = Object.entries(fields).map(async ([name, field]) => [name, await field.inputValue()])
  return Object.fromEntries(await Promise.all(entries)) as ListingInput
}

/**
 * Waits for a toast and keeps it: where the window has not the focus, its time does not run. The toast is there before
 * what listens for that, which comes with the stops before and after it.
 */
export async function holdToast(page: Page): Promise<void> {
  await findToasts(page).waitFor()
  await findNotifications(page).locator('span[tabindex="0"]').first().waitFor({ state: 'attached' })
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
    window.dispatchEvent(new Event('blur'))
  })
}

/** The notification area's toasts. */
export function findToasts(page: Page): Locator {
  return findNotifications(page).getByRole('listitem')
}

function findNotifications(page: Page): Locator {
  return page.getByRole('region', { name: fill(messages().toast.region, { hotkey: 'F8' }) })
}
