import { expect, type Locator, type Page } from '@playwright/test'
import { linkTo } from '#domain/language.ts'
import type { ListingInput } from '#domain/listings/listing.ts'
import { fill, messages } from './language.ts'

/** Fields of the /post form, found by their labels in the language of the test. */
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

/** Opens the form, of another server if its address is given, and waits until its script has loaded. */
export async function openPostForm(page: Page, address = ''): Promise<void> {
  await page.goto(address + linkTo('/post'))
  await waitForScript(page)
}

/** Waits for the form's script. Until it has loaded, the browser itself validates and submits the form. */
export async function waitForScript(page: Page): Promise<void> {
  await expect(page.locator('form.fields')).toHaveJSProperty('noValidate', true)
}

export async function fillPostForm(page: Page, listing: ListingInput): Promise<void> {
  const form = findPostForm(page)
  await form.category.selectOption(listing.category)
  await form.subcategory.selectOption(listing.subcategory)
  await form.location.selectOption(listing.location)
  await form.title.fill(listing.title)
  await form.description.fill(listing.description)
  await form.contact.fill(listing.contact)
}

/** Values of all fields. */
export async function readPostForm(page: Page): Promise<ListingInput> {
  const { submit: _, ...fields } = findPostForm(page)
  const entries = Object.entries(fields).map(async ([name, field]) => [name, await field.inputValue()])
  return Object.fromEntries(await Promise.all(entries)) as ListingInput
}

/**
 * Waits for a toast and stops its timer, which pauses while the window lacks the focus. The listener for that is added
 * after the toast, together with the focus stops before and after it.
 */
export async function pauseToast(page: Page): Promise<void> {
  await findToasts(page).waitFor()
  await findNotifications(page).locator('span[tabindex="0"]').first().waitFor({ state: 'attached' })
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
    window.dispatchEvent(new Event('blur'))
  })
}

export function findToasts(page: Page): Locator {
  return findNotifications(page).getByRole('listitem')
}

function findNotifications(page: Page): Locator {
  return page.getByRole('region', { name: fill(messages().toast.region, { hotkey: 'F8' }) })
}
