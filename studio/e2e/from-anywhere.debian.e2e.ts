import { type Browser, chromium, expect, test } from '@playwright/test'
import { findBrowser } from '../../site/e2e/support/browser.ts'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import { invitePerson } from '../lake/people/owner-requests.ts'
import { joinWithPasskey, openDevice } from './support/people.ts'
import { type Proxy, startCaddy, startNginx } from './support/proxy.ts'
import { findField, publish } from './support/studio.ts'
import { startWholeSite } from './support/whole-site.ts'

// One after the other: each may install packages, for which there is one lock.
test.describe.configure({ mode: 'default' })

/** A server with the settings for a proxy. The Studio has a host of its own, or the path of the site. */
async function startServer(studioPath?: string) {
  const ports = { proxy: await findFreePort(), site: await findFreePort(), studio: await findFreePort() }
  const siteUrl = `https://example.org:${ports.proxy}`
  const studioUrl = studioPath ? siteUrl + studioPath : `https://studio.example.org:${ports.proxy}`
  const site = await startWholeSite({
    PORT: String(ports.site),
    SITE_URL: siteUrl,
    STUDIO_PORT: String(ports.studio),
    STUDIO_URL: studioUrl,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  return { ...site, siteUrl, studioUrl, ports }
}

type Server = Awaited<ReturnType<typeof startServer>>

/** A browser on another machine. */
async function startBrowser({ browserArgs }: Proxy) {
  const { args = [], ...options } = await findBrowser()
  const browser = await chromium.launch({ ...options, args: [...args, ...browserArgs] })
  return { browser, [Symbol.asyncDispose]: () => browser.close() }
}

async function join({ connection, studioUrl }: Server, browser: Browser, name: string, role: string) {
  const device = await openDevice(browser, studioUrl)
  await joinWithPasskey(device.page, await invitePerson(connection, name, role))
  return device
}

test('three people edit, publish, moderate and are refused, through nginx with TLS', async () => {
  await using server = await startServer()
  await using nginx = await startNginx(server.ports, server.dataFolder)
  await using away = await startBrowser(nginx)
  const { client, siteUrl, studioUrl } = server
  const ana = await join(server, away.browser, 'Ana', 'editor')
  const oz = await join(server, away.browser, 'Oz', 'organiser')
  const mo = await join(server, away.browser, 'Mo', 'moderator')

  const cookies = await ana.context.cookies(studioUrl)
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })

  await ana.page.goto('/structure/contact')
  await findField(ana.page, 'title').getByRole('textbox').fill('Write to Ana')
  await ana.page.getByRole('tab', { name: 'Preview' }).click()
  const preview = ana.page.frameLocator('iframe')
  await expect(preview.getByText('Write to Ana').first()).toBeVisible()
  await ana.page.getByRole('tab', { name: 'Editor' }).click()
  await publish(ana.page)
  const visitor = await ana.context.newPage()
  await visitor.goto(`${siteUrl}/contact`)
  const ask = (path: string, data?: object) =>
    visitor.evaluate(
      async ([address, body]) => {
        const headers = { 'Content-Type': 'application/json' }
        const answer = await fetch(address, body ? { method: 'POST', headers, body } : {})
        return { status: answer.status, text: await answer.text() }
      },
      [path, data && JSON.stringify(data)] as const,
    )
  await expect.poll(async () => (await ask('/contact')).text).toContain('Write to Ana')

  // Another person's typing comes over a WebSocket.
  await client.create({ _id: 'drafts.meetup', _type: 'event', title: 'A meetup' })
  await oz.page.goto('/structure/events-all;meetup')
  const title = findField(oz.page, 'title').getByRole('textbox')
  await ana.page.goto('/structure/events-all;meetup')
  await findField(ana.page, 'title').getByRole('textbox').fill('A meetup of Ana')
  await expect(title).toHaveValue('A meetup of Ana')
  const refused = await oz.page.evaluate(async () => {
    const answer = await fetch('/v2025-02-19/data/mutate/production', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ mutations: [{ delete: { id: 'contact' } }] }),
    })
    return answer.status
  })
  expect(refused).toBe(403)

  const listing = {
    category: 'housing',
    subcategory: 'rooms shared',
    title: 'A kettle',
    description: 'A kettle in good order, to be fetched on Sundays.',
    contact: 'kettle@example.org',
    location: 'SF',
  }
  const { id } = JSON.parse((await ask('/api/listings', listing)).text) as { id: string }
  await mo.page.goto('/moderation')
  await mo.page.getByRole('tab', { name: 'Newest' }).click()
  await mo.page.getByRole('checkbox', { name: /A kettle/ }).check()
  await mo.page.getByRole('button', { name: 'Delete…' }).click()
  await mo.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(async () => (await ask(`/listing/${id}`)).status).toBe(404)
})

test('the Studio works at a path under the host of the site, through nginx and Caddy', async () => {
  await using server = await startServer('/studio')
  for (const startProxy of [startNginx, startCaddy]) {
    await using proxy = await startProxy(server.ports, server.dataFolder, '/studio')
    await using away = await startBrowser(proxy)
    const { page, context } = await join(server, away.browser, startProxy.name, 'administrator')
    expect(page.url()).toMatch(/\/studio\//)
    expect(await context.cookies(server.studioUrl)).not.toHaveLength(0)
    expect(await context.cookies(server.siteUrl)).toEqual([])
    await page.goto(`${server.studioUrl}/structure/contact`)
    const title = findField(page, 'title').getByRole('textbox')
    await title.fill(`Write to ${startProxy.name}`)
    await publish(page)
    // Changes of others come over a WebSocket.
    const published = await server.client.getDocument('contact')
    const draft = { ...published, _type: 'contact', _id: 'drafts.contact', title: 'Write to us' }
    await server.client.createOrReplace(draft)
    await expect(title).toHaveValue('Write to us')
    await page.goto(`${server.studioUrl}/people`)
    await expect(page.getByText('you, Administrator')).toBeVisible()
    await page.getByRole('button', { name: startProxy.name }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('you, Administrator')).toBeVisible()
    await page.goto(`${server.siteUrl}/contact`)
    await expect(page.getByRole('heading', { name: `write to ${startProxy.name}` })).toBeVisible()
  }
})
