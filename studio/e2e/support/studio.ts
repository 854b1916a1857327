import { expect, type Locator, type Page } from '@playwright/test'

/** Opens a path of the Studio's structure, such as `sponsors` or `events-upcoming`, and waits for its menu. */
export async function openStudio(page: Page, place = ''): Promise<void> {
  await page.goto(`/structure/${place}`)
  await expect(page.getByRole('option', { name: 'Site settings' })).toBeVisible()
}

/** Opens a document and waits until its form can be used. */
export async function openDocument(page: Page, place: string): Promise<void> {
  await page.goto(`/structure/${place}`)
  await expect(findForm(page).getByRole('textbox').first()).toBeEditable()
}

export function findForm(page: Page): Locator {
  return page.getByTestId('form-view')
}

/** A field by its name in the schema: includes its title, control and menu. */
export function findField(page: Page, name: string): Locator {
  return page.getByTestId(`field-${name}`)
}

/** Contains the actions of the open document. */
export function findFooter(page: Page): Locator {
  return page.getByTestId('pane-footer')
}

export function findPublish(page: Page): Locator {
  return findFooter(page).getByRole('button', { name: 'Publish', exact: true })
}

/** Waits until the Studio has sent all typed text to the Content Lake. */
export async function waitUntilSaved(page: Page): Promise<void> {
  await expect(findFooter(page).getByText(/^Saved$|^Edited |^Draft created /)).toBeVisible()
}

/** Publishes the open document with its button, and waits for the Studio's confirmation. */
export async function publish(page: Page): Promise<void> {
  await waitUntilSaved(page)
  const answered = page.waitForResponse(
    (response) => response.request().postData()?.includes('"sanity.action.document.publish"') ?? false,
  )
  await findPublish(page).click()
  expect((await answered).status()).toBe(200)
  await expect(page.getByText(/ was published$/).last()).toBeVisible()
}

/** Opens the menu of the open document's further actions. */
export async function openActions(page: Page): Promise<Locator> {
  await findFooter(page).getByRole('button', { name: 'Open document actions' }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  return menu
}
