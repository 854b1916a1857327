import { chromium, expect, type Page, test } from '@playwright/test'
import { languages, linkTo } from '#domain/language.ts'
import { staticPages } from '#domain/pages/pages.ts'
import {
  application,
  fillApplyForm,
  findApplyForm,
  openApplyForm,
} from '../../site/e2e/support/apply-form.ts'
import { findBrowser } from '../../site/e2e/support/browser.ts'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import { makeListing } from '../../site/e2e/support/listings.ts'
import { fillPostForm, findPostForm, openPostForm } from '../../site/e2e/support/post-form.ts'
import { startServer } from '../../site/e2e/support/server.ts'
import { startCaddy, startNginx } from './support/proxy.ts'

// One after the other: each may install packages, for which there is one lock.
test.describe.configure({ mode: 'default' })

/** Links and files of pages that do not answer with 200. */
function findDeadLinks(page: Page, paths: string[]): Promise<string[]> {
  return page.evaluate(async (pages) => {
    const dead: string[] = []
    const checked = new Set<string>()
    for (const path of pages) {
      const html = await (await fetch(path)).text()
      const targets = html.matchAll(/ (?:href|src)="(\/[^"#]*)/g)
      for (const [, written = ''] of targets) {
        const target = written.replaceAll('&amp;', '&')
        if (checked.has(target)) continue
        checked.add(target)
        const { status } = await fetch(target)
        if (status !== 200) dead.push(`${path}: ${target} ${status}`)
      }
    }
    return checked.size > 100 ? dead : [`only ${checked.size} links`]
  }, paths)
}

for (const startProxy of [startNginx, startCaddy])
  test(`the site works with ${startProxy.name === 'startNginx' ? 'nginx' : 'Caddy'} serving its release`, async () => {
    const ports = {
      proxy: await findFreePort(),
      site: await findFreePort(),
      studio: await findFreePort(),
    }
    const siteUrl = `https://example.org:${ports.proxy}`
    const variables = { PORT: String(ports.site), SITE_URL: siteUrl, TRUSTED_PROXIES: '127.0.0.1' }
    await using ends = new AsyncDisposableStack()
    const server = await startServer(variables)
    ends.defer(server.stop)
    const { browserArgs } = ends.use(await startProxy(ports, server.dataFolder))
    const { args = [], ...options } = await findBrowser()
    const browser = await chromium.launch({ ...options, args: [...args, ...browserArgs] })
    ends.defer(() => browser.close())
    const page = await browser.newPage({ baseURL: siteUrl, locale: 'en-US' })
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))

    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('San Francisco')
    await page.getByRole('banner').getByRole('link', { name: 'about', exact: true }).click()
    await expect(page).toHaveURL('/about')
    const about = await page.goto('/es/about')
    // From the release, with its styles.
    expect(about?.headers()).not.toHaveProperty('x-request-id')
    expect(about?.headers()['content-encoding']).toBe('br')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await page.goto('/events')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    const listing = makeListing()
    await openPostForm(page)
    await fillPostForm(page, listing)
    await findPostForm(page).submit.click()
    await expect(page).toHaveURL('/')
    await page.getByRole('region', { name: 'jobs' }).getByRole('link', { name: 'engineering' }).click()
    await expect(page).toHaveURL(/\/category\//)
    await page.getByRole('main').getByRole('link', { name: listing.title }).click()
    await expect(page.getByText(listing.contact)).toBeVisible()

    await openApplyForm(page)
    await fillApplyForm(page, application)
    await findApplyForm(page).submit.click()
    await expect(page.getByRole('region', { name: 'Application Submitted', exact: true })).toBeVisible()
    const paths = ['/', ...staticPages.map(({ path }) => path)]
    const all = languages.flatMap((language) => paths.map((path) => linkTo(path, language)))
    expect(await findDeadLinks(page, all)).toEqual([])
    expect(errors).toEqual([])

    expect((await page.goto('/nothing'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
    expect((await page.goto('/fr/nothing'))?.status()).toBe(404)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    expect(errors.filter((error) => !error.includes('404'))).toEqual([])

    await server.stop()
    await page.goto('/about')
    const refused = await page.evaluate(async () => {
      const answer = await fetch('/api/listings', { method: 'POST' })
      return { status: answer.status, wait: answer.headers.get('Retry-After'), text: await answer.text() }
    })
    expect(refused).toEqual({ status: 503, wait: '5', text: expect.stringContaining('nothing was saved') })
  })
