import type { Page } from '@playwright/test'
import { messages } from './language.ts'
import {
  findActions,
  findPanel,
  storeManagedListings,
  openDialog,
  postManagedListing,
} from './managed-listings.ts'
import { findPostForm } from './post-form.ts'
import type { Screen } from './screens.ts'

/** A well-formed token that belongs to no listing. */
const wrongToken = 'w'.repeat(43)

/** Mocks the server's refusal: the real server answers differently after 20 wrong tokens in an hour. */
async function refuseWrongToken(page: Page): Promise<void> {
  const body = messages().answers.wrongToken
  await page.route('/api/listings/*', async (route) =>
    (await route.request().headerValue('authorization')) === `Bearer ${wrongToken}`
      ? route.fulfill({ status: 403, body, contentType: 'text/plain' })
      : route.fallback(),
  )
}

/** Screens of managed listings: a listing's page after its manage link, and the dialog “my listings”. */
export const managedScreens: readonly Screen[] = [
  {
    name: 'managed listing while it is deleted',
    isSparse: true,
    open: async (page, request) => {
      const { path } = await postManagedListing(request)
      await page.goto(path)
      await findActions(findPanel(page)).remove.click()
      await findActions(findPanel(page)).confirm.waitFor()
    },
  },
  {
    name: 'my listings',
    isModal: true,
    open: async (page, request) => {
      await storeManagedListings(page, [
        await postManagedListing(request),
        await postManagedListing(request, { title: 'x'.repeat(140) }),
      ])
      const { showCode, code, rows, statusMessage } = await openDialog(page)
      await showCode.click()
      await code.waitFor()
      await findActions(rows.first()).renew.click()
      await statusMessage.getByText(messages().managed.expiresIn.other.split('{count}')[0] ?? '').waitFor()
    },
  },
  {
    name: 'my listings with a form',
    isModal: true,
    open: async (page, request) => {
      await storeManagedListings(page, [await postManagedListing(request)])
      const { rows, alert } = await openDialog(page)
      await findActions(rows).edit.click()
      await findPostForm(page).title.fill('')
      await findActions(rows).save.click()
      await alert.waitFor()
    },
  },
  {
    name: 'managed listing in its form',
    open: async (page, request) => {
      const { path } = await postManagedListing(request)
      await page.goto(path)
      await findActions(findPanel(page)).edit.click()
      await findActions(findPanel(page)).cancel.waitFor()
    },
  },
  {
    name: 'listing by a wrong manage link',
    isSparse: true,
    failedLoads: [403],
    open: async (page, request) => {
      const own = await postManagedListing(request)
      await refuseWrongToken(page)
      await storeManagedListings(page, [own])
      await page.goto(`/listing/${own.id}#manage=${wrongToken}`)
      await findActions(findPanel(page)).edit.waitFor()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'my listings without a listing',
    isSparse: true,
    isModal: true,
    open: async (page) => {
      const { paste, add, alert } = await openDialog(page)
      await paste.fill('rubbish')
      await add.click()
      await alert.waitFor()
    },
  },
  {
    name: 'my listings while one is deleted, and others are gone',
    isModal: true,
    failedLoads: [403, 404, 503],
    open: async (page, request) => {
      const [there, gone, foreign, away] = await Promise.all(
        [1, 2, 3, 4].map(() => postManagedListing(request)),
      )
      if (!there || !gone || !foreign || !away) throw new Error('expected four posted listings')
      const headers = { Authorization: `Bearer ${gone.manageToken}` }
      await request.delete(`/api/listings/${gone.id}`, { headers })
      await refuseWrongToken(page)
      await page.route(`/api/listings/${away.id}`, (route) => route.fulfill({ status: 503, body: 'not now' }))
      await storeManagedListings(page, [there, gone, { ...foreign, manageToken: wrongToken }, away])
      const { row } = await openDialog(page)
      await findActions(row(there.title)).remove.click()
      await findActions(row(there.title)).confirm.waitFor()
      await findActions(row(away.title)).retry.waitFor()
    },
  },
]
