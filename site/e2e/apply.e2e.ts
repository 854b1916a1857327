import type { Page } from '@playwright/test'
import {
  application,
  fillApplyForm,
  findApplyForm,
  makeFile,
  openApplyForm,
  readApplyForm,
} from './support/apply-form.ts'
import { collectRequests } from './support/requests.ts'
import { expect, test } from './support/test.ts'

const thanks = "Thank you for applying! We'll review your application and get back to you soon."
const empty = { name: '', email: '', projectName: '', oneLiner: '', loomUrl: '' }

/** Arguments of the page's `console.log` calls from now on. */
function collectLogs(page: Page): unknown[][] {
  const logs: unknown[][] = []
  page.on('console', async (message) => {
    if (message.type() !== 'log') return
    const line: unknown[] = []
    logs.push(line)
    for (const argument of message.args()) line.push(await argument.jsonValue())
  })
  return logs
}

function findThanks(page: Page) {
  return page.getByRole('region', { name: 'Application Submitted', exact: true })
}

test('an application is logged to the console, not sent, and confirmed with thanks', async ({ page }) => {
  await openApplyForm(page)
  await fillApplyForm(page)
  const form = findApplyForm(page)
  await form.deck.setInputFiles(makeFile('deck.PDF'))
  const logs = collectLogs(page)
  const requests = collectRequests(page)
  await form.submit.click()

  await expect(findThanks(page)).toBeFocused()
  await expect(findThanks(page)).toContainText(thanks)
  await expect(findThanks(page)).toHaveAccessibleDescription(thanks)
  await expect(page.getByRole('form', { name: 'application' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'What Happens Next?' })).toBeVisible()
  await expect.poll(() => logs).toEqual([['application', { ...application, deck: 'deck.PDF' }]])
  expect(requests).toEqual([])
  await expect(page).toHaveURL('/apply')
})

test('the form can be submitted by keyboard alone, with only the required fields', async ({ page }) => {
  await openApplyForm(page)
  const logs = collectLogs(page)
  await findApplyForm(page).name.focus()
  const { name, email, projectName, oneLiner } = application
  for (const text of [name, email, projectName, oneLiner]) {
    await page.keyboard.insertText(text)
    await page.keyboard.press('Tab')
  }
  await expect(findApplyForm(page).loomUrl).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(findThanks(page)).toBeFocused()
  await expect.poll(() => logs).toEqual([['application', { ...application, loomUrl: '', deck: null }]])
})

test('required fields are marked, and reported if they are empty', async ({ page }) => {
  await openApplyForm(page)
  const { loomUrl, deck, submit, ...required } = findApplyForm(page)
  for (const field of Object.values(required)) await expect(field).toHaveAttribute('required')
  for (const field of [loomUrl, deck]) await expect(field).not.toHaveAttribute('required')
  await expect(required.email).toHaveAttribute('type', 'email')
  await expect(loomUrl).toHaveAttribute('type', 'url')
  await expect(deck).toHaveAttribute('accept', '.pdf')

  await submit.click()
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'enter your name',
    'enter your email address',
    'enter your project’s name',
    'describe in one line what you are building',
  ])
  await expect(required.name).toHaveAccessibleDescription('enter your name')
  await expect(required.name).toHaveAttribute('aria-invalid', 'true')
  await required.name.fill('Ada')
  await expect(required.name).toHaveAttribute('aria-invalid', 'false')
  await submit.click()
  await summary.getByRole('link').first().click()
  await expect(required.email).toBeFocused()
})

for (const [field, wrong] of [
  ['email', 'ada@'],
  ['loomUrl', 'loom.example.org/share/1'],
] as const) {
  test(`the ${field} ${wrong} is refused, and accepted once corrected`, async ({ page }) => {
    await openApplyForm(page)
    const logs = collectLogs(page)
    await fillApplyForm(page, { [field]: wrong })
    const form = findApplyForm(page)
    await form.submit.click()
    await expect(page.getByRole('alert')).toBeFocused()
    await expect(form[field]).toHaveAccessibleDescription(/enter (an email address like|the full address)/)
    expect(logs).toEqual([])
    await form[field].fill(application[field])
    await form.submit.click()
    await expect(findThanks(page)).toBeVisible()
  })
}

test('a deck that is not a PDF is refused when it is chosen, and can be removed', async ({ page }) => {
  await openApplyForm(page)
  await fillApplyForm(page)
  const { deck, submit } = findApplyForm(page)
  await deck.setInputFiles(makeFile('deck.key'))
  await expect(page.getByRole('alert')).toHaveText('“deck.key” is not a PDF: choose a .pdf file or remove it')
  await submit.click()
  await expect(page.getByRole('alert').first()).toBeFocused()
  await expect(page.getByRole('form', { name: 'application' })).toBeVisible()

  await page.getByRole('button', { name: 'remove the file' }).click()
  await expect(deck).toBeFocused()
  await expect(deck).toHaveValue('')
  await expect(deck).toHaveAttribute('aria-invalid', 'false')
  await submit.click()
  await expect(findThanks(page)).toBeVisible()
})

test('typed text survives a reload until it is submitted; the deck does not', async ({ page }) => {
  await openApplyForm(page)
  await fillApplyForm(page)
  await findApplyForm(page).deck.setInputFiles(makeFile('deck.pdf'))
  await page.reload()
  await expect.poll(() => readApplyForm(page)).toEqual(application)
  await expect(findApplyForm(page).deck).toHaveValue('')
  expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage, ...localStorage })))).not.toContain(
    'deck',
  )

  await findApplyForm(page).submit.click()
  await expect(findThanks(page)).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0)
  await openApplyForm(page)
  expect(await readApplyForm(page)).toEqual(empty)
})

test('a field that was emptied stays empty after a reload', async ({ page }) => {
  await openApplyForm(page)
  await fillApplyForm(page)
  await findApplyForm(page).oneLiner.fill('')
  await openApplyForm(page)
  expect(await readApplyForm(page)).toEqual({ ...application, oneLiner: '' })
})

test('each tab has its own draft', async ({ page, context }) => {
  await openApplyForm(page)
  await fillApplyForm(page, { name: 'One' })
  const other = await context.newPage()
  await openApplyForm(other)
  expect(await readApplyForm(other)).toEqual(empty)
  await fillApplyForm(other, { name: 'Other' })
  await findApplyForm(other).submit.click()
  await expect(findThanks(other)).toBeVisible()
  await openApplyForm(page)
  expect(await readApplyForm(page)).toEqual({ ...application, name: 'One' })
})

test('the form works with an invalid draft in storage', async ({ page }) => {
  await page.addInitScript(() =>
    sessionStorage.setItem('application', '{"name":{"a":1},"email":7,"oneLiner":"kept'),
  )
  await openApplyForm(page)
  expect(await readApplyForm(page)).toEqual(empty)
  await fillApplyForm(page)
  await findApplyForm(page).submit.click()
  await expect(findThanks(page)).toBeVisible()
})

test('the form works when storage is blocked', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    }),
  )
  await openApplyForm(page)
  await fillApplyForm(page)
  await findApplyForm(page).submit.click()
  await expect(findThanks(page)).toBeVisible()
})

test('text typed before the script loads is kept', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('/_astro/**', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/apply', { waitUntil: 'commit' })
  await fillApplyForm(page)
  const { submit } = findApplyForm(page)
  resolve()
  await expect(submit).toBeEnabled()
  expect(await readApplyForm(page)).toEqual(application)
  await page.reload()
  await expect(submit).toBeEnabled()
  expect(await readApplyForm(page)).toEqual(application)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('fault 76: the page says that it needs JavaScript and names an email address, and nothing is sent', async ({
    page,
  }) => {
    await page.goto('/apply')
    const notice = page.locator('.needs-script')
    expect(await notice.innerText()).toBe(
      'This form needs JavaScript. To apply without it, write to hello@example.org.',
    )
    await expect(notice.locator('a')).toHaveAttribute(
      'href',
      'mailto:hello@example.org?subject=Application%20to%20founderlist',
    )
    const { submit, oneLiner } = findApplyForm(page)
    await fillApplyForm(page)
    await expect(submit).toBeHidden()
    const requests = collectRequests(page)
    await oneLiner.press('Enter')
    await expect(page).toHaveURL('/apply')
    expect(requests).toEqual([])
    await expect(oneLiner).toHaveValue(application.oneLiner)
  })
})

test('questions have answers, and those without one lead to an email that names them', async ({ page }) => {
  await page.goto('/apply')
  const questions = page.getByRole('region', { name: 'questions and answers' })
  await expect(questions.getByRole('term')).toHaveCount(6)
  await expect(
    questions.getByRole('definition').filter({ hasText: 'it does not upload the file' }),
  ).toBeVisible()
  const open = questions.getByRole('list', { name: 'not answered yet: ask us' }).getByRole('link')
  await expect(open).toHaveCount(6)
  await expect(open.filter({ hasText: 'What does it cost?' })).toHaveAttribute(
    'href',
    'mailto:hello@example.org?subject=Question%20to%20founderlist%3A%20What%20does%20it%20cost%3F',
  )
  await expect(page.getByRole('region', { name: 'dates of the loop' })).toHaveCount(0)
})
