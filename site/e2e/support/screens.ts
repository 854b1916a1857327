import type { APIRequestContext, Page } from '@playwright/test'
import { linkTo } from '#domain/language.ts'
import { eventScreens } from './event-screens.ts'
import { unfoldHome } from './events.ts'
import { messages } from './language.ts'
import { makeListing, postListing } from './listings.ts'
import { expireListing, postManagedListing } from './managed-listings.ts'
import { managedScreens } from './managed-screens.ts'
import { fillPostForm, findPostForm, pauseToast, openPostForm } from './post-form.ts'
import { programmeScreens } from './programme-screens.ts'
import { searchScreens } from './search-screens.ts'
import { serveAsStaticHost } from './static-host.ts'

/** A screen in one of its states. */
export type Screen = {
  name: string
  /** HTTP statuses of the failed loads that this state causes. */
  failedLoads?: readonly number[]
  /** A modal dialog is open: elements behind it cannot be reached. */
  isModal?: true
  /** Selectors of parts below an open layer. axe skips them: it would report half-hidden targets as too small. */
  covered?: string[]
  /** Has no part, and no longer text, that another screen of its page lacks: not repeated on a phone. */
  isSparse?: true
  /** Brings the page into the state and waits until it is there. */
  open: (page: Page, request: APIRequestContext) => Promise<void>
}

/** Leaves all API requests unanswered. */
async function stallApi(page: Page): Promise<void> {
  await serveAsStaticHost(page)
  await page.route('/api/**', () => {})
}

async function mockApiError(page: Page, status: number, body: string): Promise<void> {
  await serveAsStaticHost(page)
  await page.route('/api/**', (route) => route.fulfill({ status, body, contentType: 'text/plain' }))
}

/** Every screen of the site in every state that looks different. */
export const screens: readonly Screen[] = [
  {
    name: 'home',
    open: async (page) => {
      await page.goto('/')
      await unfoldHome(page)
    },
  },
  {
    name: 'home after posting',
    open: async (page) => {
      await openPostForm(page)
      await fillPostForm(page, makeListing({ category: 'gigs', subcategory: 'bounties' }))
      await findPostForm(page).submit.click()
      await page.waitForURL(linkTo('/'))
      await unfoldHome(page)
      await pauseToast(page)
    },
  },
  {
    name: 'my calendar',
    open: async (page) => {
      await page.goto('/calendar')
      await page.getByRole('button', { name: messages().personal.getAddress }).click()
      await page.getByRole('link', { name: messages().events.asFile }).waitFor()
    },
  },
  {
    name: 'post form',
    isSparse: true,
    open: async (page) => {
      await openPostForm(page)
      await findPostForm(page).category.selectOption('community')
      await findPostForm(page).subcategory.waitFor()
    },
  },
  {
    name: 'post form with faults',
    open: async (page) => {
      await openPostForm(page)
      await findPostForm(page).category.selectOption('community')
      await findPostForm(page).subcategory.waitFor()
      await findPostForm(page).submit.click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'post form while posting',
    isSparse: true,
    open: async (page) => {
      await stallApi(page)
      await openPostForm(page)
      await fillPostForm(page, makeListing())
      await findPostForm(page).submit.click()
      await page.getByRole('button', { name: messages().post.posting }).waitFor()
    },
  },
  {
    name: 'post form after a failure',
    isSparse: true,
    failedLoads: [503],
    open: async (page) => {
      await mockApiError(page, 503, 'this is not available right now, try again in a moment')
      await openPostForm(page)
      await fillPostForm(page, makeListing())
      await findPostForm(page).submit.click()
      await pauseToast(page)
    },
  },
  {
    name: 'category loading',
    isSparse: true,
    open: async (page) => {
      await stallApi(page)
      await page.goto('/category/jobs/marketing')
      await page.getByText(messages().category.loading).waitFor()
    },
  },
  {
    name: 'category empty',
    isSparse: true,
    open: async (page) => {
      await page.goto('/category/chat-groups/founders')
      await page.getByText(messages().category.none).waitFor()
    },
  },
  {
    name: 'category with listings',
    open: async (page, request) => {
      const place = { category: 'housing', subcategory: 'hacker houses' }
      await postListing(request, { ...place, title: 'x'.repeat(140), description: 'y'.repeat(500) })
      const { title } = await postListing(request, {
        ...place,
        description: 'A room with a desk. '.repeat(40),
      })
      await page.goto('/category/housing/hacker-houses')
      await page.getByRole('link', { name: title }).waitFor()
    },
  },
  {
    name: 'category of a city, whose older listings fail',
    failedLoads: [503],
    open: async (page, request) => {
      const { manageToken: _, ...listing } = await postManagedListing(request, { location: 'NYC' })
      await serveAsStaticHost(page)
      await page.route('/api/listings/category/**', (route) =>
        route.request().url().includes('before')
          ? route.fulfill({ status: 503, body: 'this is not available right now, try again in a moment' })
          : route.fulfill({
              json: [listing],
              headers: { Link: '</api/listings/category/jobs?before=x>; rel="next"' },
            }),
      )
      await page.goto('/category/jobs?city=NYC')
      await page.getByRole('button', { name: messages().category.older }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'category with an error',
    isSparse: true,
    failedLoads: [503],
    open: async (page) => {
      await mockApiError(page, 503, 'this is not available right now, try again in a moment')
      await page.goto('/category/jobs/marketing')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'listing loading',
    isSparse: true,
    open: async (page, request) => {
      const { id } = await postListing(request)
      await stallApi(page)
      await page.goto(`/listing/${id}`)
      await page.getByText(messages().listing.loading).waitFor()
    },
  },
  {
    name: 'listing',
    open: async (page, request) => {
      const description = `Two founders, one desk.\n\n${'We look for a third who likes plain words. '.repeat(12)}\n\n${'z'.repeat(200)}`
      const { id, title } = await postListing(request, { description })
      await page.goto(`/listing/${id}`)
      await page.getByRole('heading', { name: title }).waitFor()
    },
  },
  {
    name: 'listing with the form that reports it',
    open: async (page, request) => {
      const { id } = await postListing(request)
      await page.goto(`/listing/${id}#reported`)
      await page.locator('.report summary').click()
      await page.getByLabel(messages().moderation.note).waitFor()
    },
  },
  {
    name: 'suggestion of an event',
    open: async (page) => {
      await page.goto('/events/suggest')
      await page.getByText(messages().suggest.byHand).click()
      await page.getByRole('checkbox').waitFor()
    },
  },
  {
    name: 'transparency',
    open: async (page, request) => {
      await postListing(request)
      await page.goto('/transparency')
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'listing with the form that manages it by its code',
    open: async (page, request) => {
      const { id } = await postListing(request)
      await page.goto(`/listing/${id}`)
      await page.locator('.manage summary').click()
      await page.getByLabel(messages().manage.code, { exact: true }).waitFor()
    },
  },
  {
    name: 'listing not found',
    isSparse: true,
    failedLoads: [404],
    open: async (page) => {
      await page.goto('/listing/00000000-0000-4000-8000-000000000000')
      await page.getByRole('heading', { name: messages().listing.notFound }).waitFor()
    },
  },
  ...searchScreens,
  {
    name: 'listing expired',
    isSparse: true,
    failedLoads: [410],
    open: async (page, request) => {
      const { id } = await postListing(request)
      await expireListing(id)
      await page.goto(`/listing/${id}`)
      await page.getByRole('heading', { name: messages().listing.expired }).waitFor()
    },
  },
  ...managedScreens,
  ...eventScreens,
  ...programmeScreens,
  {
    name: 'not found',
    isSparse: true,
    failedLoads: [404],
    open: async (page) => {
      await page.goto('/nothing')
    },
  },
]
