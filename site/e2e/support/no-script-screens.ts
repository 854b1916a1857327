import type { APIRequestContext, Page } from '@playwright/test'
import type { Language } from '#domain/language.ts'
import { makeEvent, pickYear, storeEvents } from './events.ts'
import { runInLanguage, messages } from './language.ts'
import { makeListing, postListing } from './listings.ts'
import { expireListing, postManagedListing } from './managed-listings.ts'
import { fillPostForm, findPostForm } from './post-form.ts'
import type { Screen } from './screens.ts'
import { findSharedServer } from './shared-server.ts'

/**
 * Opens a screen without JavaScript and copies the result into `page`, without the site's scripts: the accessibility
 * engines need JavaScript.
 */
export async function openWithoutScript(
  page: Page,
  { screen, language, request }: { screen: Screen; language: Language; request: APIRequestContext },
): Promise<void> {
  const context = await page.context().browser()!.newContext({
    baseURL: findSharedServer().address,
    javaScriptEnabled: false,
  })
  const plain = await context.newPage()
  await runInLanguage(plain, language, () => screen.open(plain, request))
  await copyIntoPage(page, plain)
  await context.close()
}

async function copyIntoPage(page: Page, plain: Page): Promise<void> {
  await plain.evaluate(() => {
    for (const part of document.querySelectorAll('astro-island:has(+ .needs-script), script')) part.remove()
  })
  const body = await plain.content()
  await page.route(plain.url().replace(/#.*/, ''), (route) =>
    route.fulfill({ body, contentType: 'text/html' }),
  )
  await page.goto(plain.url())
  await page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    for (const rule of rules) {
      const isPlain = rule instanceof CSSMediaRule && rule.conditionText === '(scripting: none)'
      if (isPlain) rule.media.mediaText = 'all'
    }
  })
}

/** The screens that differ without JavaScript. */
export const noScriptScreens: readonly Screen[] = [
  {
    name: 'home of a month',
    isSparse: true,
    open: async (page) => {
      const year = pickYear()
      await storeEvents([makeEvent({ date: `${year}-01-15T20:30:00Z` })])
      await page.goto(`/?month=${year}-01`)
    },
  },
  {
    name: 'home with results and my listings',
    open: async (page, request) => {
      const word = `zebra${Math.random().toString(36).slice(2, 8)}`
      await postListing(request, { title: `a ${word}`, location: 'NYC' })
      await page.goto(`/?q=${word}&city=NYC#my-listings`)
      await page.getByRole('link', { name: `a ${word}` }).waitFor()
    },
  },
  {
    name: 'events narrowed',
    open: async (page) => {
      const year = pickYear()
      const date = `${year}-03-01T20:00:00Z`
      await storeEvents(Array.from({ length: 51 }, () => makeEvent({ date, location: 'Homebrew' })))
      await page.goto(`/events/${year}-03-01?venue=Homebrew`)
    },
  },
  {
    name: 'listing that was just posted',
    isSparse: true,
    open: async (page) => {
      await page.goto('/post')
      await fillPostForm(page, makeListing())
      await findPostForm(page).submit.click()
      await page.locator('.notice').waitFor()
    },
  },
  {
    name: 'listing with the forms of its poster',
    open: openManagedListing,
  },
  {
    name: 'listing after a refused edit',
    isSparse: true,
    open: async (page, request) => {
      await openManagedListing(page, request)
      await findPostForm(page).title.fill('  ')
      await page.getByRole('button', { name: messages().managed.save }).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'listing expired',
    isSparse: true,
    open: async (page, request) => {
      const { id } = await postManagedListing(request)
      await expireListing(id)
      await page.goto(`/listing/${id}`)
      await page.locator('.manage summary').click()
    },
  },
  {
    name: 'post form',
    isSparse: true,
    open: async (page) => {
      await page.goto('/post')
      await findPostForm(page).category.selectOption('gigs')
    },
  },
  {
    name: 'post form with faults',
    open: async (page) => {
      await page.goto('/post')
      await fillPostForm(page, makeListing({ category: 'gigs', subcategory: 'legal' }))
      await findPostForm(page).submit.click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'apply',
    isSparse: true,
    open: async (page) => {
      await page.goto('/apply')
    },
  },
]

/** Opens a listing with its manage code, which shows the forms of its poster. */
async function openManagedListing(page: Page, request: APIRequestContext): Promise<void> {
  const { id, manageToken } = await postManagedListing(request)
  await page.goto(`/listing/${id}`)
  await page.locator('.manage summary').click()
  await page.getByRole('textbox', { name: messages().manage.code }).fill(manageToken)
  await page.getByRole('button', { name: messages().manage.open, exact: true }).click()
  await findPostForm(page).title.waitFor()
}
