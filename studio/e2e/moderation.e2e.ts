import { type Browser, expect, type Page, test } from '@playwright/test'
import { addDays, toDay } from '#domain/pacific.ts'
import { findField, publish } from './support/studio.ts'
import { useWholeSite } from './support/whole-site.ts'

const readSite = useWholeSite({ SPAM_FILTER: 'on', TRUSTED_PROXIES: '127.0.0.1', REPORTS_TO_HIDE: '2' })

async function fillPost(
  page: Page,
  texts: { title: string; description: string; contact: string },
): Promise<void> {
  await page.goto(`${readSite().address}/post`)
  await page.getByLabel('category', { exact: true }).selectOption('housing')
  await page.getByLabel('subcategory', { exact: true }).selectOption('rooms shared')
  await page.getByLabel('title').fill(texts.title)
  await page.getByLabel('description').fill(texts.description)
  await page.getByLabel('contact').fill(texts.contact)
  // The form refuses posts that are sent within two seconds.
  await page.waitForFunction(() => performance.now() > 2_100)
  await page.getByRole('button', { name: 'post listing' }).click()
}

/** Reports a listing without scripts, from the IP address `from`. */
async function reportAs(browser: Browser, from: string, address: string): Promise<void> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    extraHTTPHeaders: { 'X-Forwarded-For': from },
  })
  const page = await context.newPage()
  await page.goto(address)
  await page.getByText('report this listing').click()
  await page.getByLabel('illegal').check()
  await page.getByLabel('anything else? (optional)').fill('This room is mine.')
  await page.getByRole('button', { name: 'send report' }).click()
  await expect(page.getByText(/thank you|is hidden/)).toBeVisible()
  await context.close()
}

test('spam is refused or held, reports hide a listing, and a moderator decides', async ({
  page,
  browser,
}) => {
  const { address, studio, openSession } = readSite()
  const deskContext = await browser.newContext()
  await openSession(deskContext)
  const desk = await deskContext.newPage()
  await desk.goto(`${studio}/moderation`)
  await expect(desk.getByRole('heading', { name: 'Moderation' })).toBeVisible()
  await expect(desk.getByText('Nothing here.')).toBeVisible()

  await test.step('spam is refused with a message, or held and not shown', async () => {
    await fillPost(page, {
      title: 'Guaranteed profits with our trading robot',
      description:
        'Earn $900 per week from home. Send 0.1 BTC and receive double. Western Union accepted. https://bit.ly/x1 <a href="http://x.test">go</a>',
      contact: 'wa.me/14155550100',
    })
    await expect(page.getByText(/^422: this reads like spam/)).toBeVisible()
    await fillPost(page, {
      title: 'Bright room, keys by courier',
      description:
        'I am abroad for work, so I send the keys by courier after the deposit by Western Union. Kindly send your full name and a copy of your ID. God fearing people only.',
      contact: 'landlord@example.org',
    })
    await expect(page.getByText('Waiting for review', { exact: true })).toBeVisible()
    await page.goto(`${address}/category/housing/rooms-shared`)
    await expect(page.getByText('keys by courier')).toHaveCount(0)
    await expect(desk.getByRole('button', { name: /keys by courier.*waits for a decision/ })).toBeVisible()
  })

  await fillPost(page, {
    title: 'Room with a piano',
    description: 'Third floor, quiet street, two flatmates who like music.',
    contact: 'piano@example.org',
  })
  await expect(page.getByText('Your listing has been posted.', { exact: true })).toBeVisible()
  const manage = (await page.getByRole('link', { name: /#manage=/ }).getAttribute('href')) ?? ''
  const listing = manage.split('#')[0] ?? ''

  await test.step('two reports hide it, and its owner disputes them', async () => {
    await reportAs(browser, '10.0.1.1', listing)
    await expect(page.request.get(listing).then((answer) => answer.status())).resolves.toBe(200)
    await reportAs(browser, '10.0.2.1', listing)
    const stranger = await (await browser.newContext()).newPage()
    await stranger.goto(listing)
    await expect(
      stranger.getByRole('heading', { name: 'this listing is hidden while we review it' }),
    ).toBeVisible()
    await expect(stranger.getByText('flatmates who like music')).toHaveCount(0)
    await stranger.context().close()
    await page.goto(manage)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Room with a piano')
    await expect(page.getByText(/visitors have reported your listing.*illegal/)).toBeVisible()
    await page.getByText('why is this wrong?').first().click()
    await page.getByRole('textbox', { name: 'why is this wrong?' }).fill('I have lived here for years.')
    await page.getByRole('button', { name: 'send' }).click()
    await expect(page.getByText('you wrote: “I have lived here for years.”')).toBeVisible()
  })

  await test.step('the desk updates without a reload, and decisions are made by keyboard', async () => {
    const row = desk.getByRole('button', { name: /Room with a piano/ })
    await expect(row).toBeVisible()
    await row.click()
    const panel = desk.getByRole('region', { name: 'The open listing' })
    await expect(panel.getByText('I have lived here for years.')).toBeVisible()
    await expect(panel.getByText('This room is mine.').first()).toBeVisible()
    await desk.keyboard.press('s')
    await expect(row).toHaveCount(0)
    await expect.poll(async () => (await page.request.get(listing)).status()).toBe(200)

    await desk.getByRole('tab', { name: 'Newest' }).click()
    await expect(row).toBeVisible()
    await desk.keyboard.press('j')
    await expect(panel.getByRole('heading', { name: 'Room with a piano' })).toBeVisible()
    await desk.keyboard.press('h')
    const dialog = desk.getByRole('dialog', { name: 'Hide this listing' })
    await dialog.getByLabel('Reason').selectOption('personal-data')
    await dialog.getByLabel('Note').fill('A neighbor’s phone number.')
    await dialog.getByRole('button', { name: 'Hide' }).click()
    await expect.poll(async () => (await page.request.get(listing)).status()).toBe(404)
    await page.reload()
    await expect(page.getByText(/we have hidden your listing.*personal information/)).toBeVisible()
    await desk.getByRole('tab', { name: 'Waiting' }).click()
    await expect(desk.getByRole('button', { name: /keys by courier/ })).toBeVisible()
    await expect(row).toHaveCount(0)
    await desk.getByRole('tab', { name: 'Hidden' }).click()
    await row.click()
    await desk.keyboard.press('u')
    await expect.poll(async () => (await page.request.get(listing)).status()).toBe(200)
  })

  await test.step('decisions are counted on the transparency page', async () => {
    await page.goto(`${address}/transparency`)
    const cells = page.getByRole('row').nth(1).getByRole('cell')
    await expect(cells.nth(0)).toHaveText('2')
    await expect(cells.nth(1)).toHaveText('1')
    await expect(cells.nth(2)).toHaveText('1')
    await expect(cells.nth(3)).toHaveText('2')
  })
})

test('several listings can be deleted at once, and restored at once', async ({ page }) => {
  const { address, studio } = readSite()
  const addresses: string[] = []
  for (const title of ['First kettle', 'Second toaster']) {
    const listing = {
      category: 'housing',
      subcategory: 'rooms shared',
      title,
      description: `A ${title.toLowerCase()} in good order, to be fetched on Sundays.`,
      contact: `${title.split(' ')[1]}@example.org`,
      location: 'SF',
    }
    const posted = await page.request.post(`${address}/api/listings`, { data: listing })
    addresses.push(`${address}/listing/${((await posted.json()) as { id: string }).id}`)
  }
  const readAll = () =>
    Promise.all(addresses.map(async (listing) => (await page.request.get(listing)).status()))
  await page.goto(`${studio}/moderation`)
  await page.getByRole('tab', { name: 'Newest' }).click()
  await page.getByRole('checkbox', { name: /First kettle/ }).check()
  await page.getByRole('checkbox', { name: /Second toaster/ }).check()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(readAll).toEqual([404, 404])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(readAll).toEqual([200, 200])
})

test('a listing of an event can become an event draft, and its poster is told', async ({ page, browser }) => {
  const { address, studio } = readSite()
  const answer = await page.request.post(`${address}/api/listings`, {
    data: {
      category: 'community',
      subcategory: 'events',
      title: 'Chess in the park',
      description: 'Boards are there. Everybody may play.',
      contact: 'chess@example.org',
      location: 'SF',
      date: addDays(toDay(new Date()), 20),
    },
  })
  const { id, manageToken } = (await answer.json()) as { id: string; manageToken: string }
  const owner = await (await browser.newContext()).newPage()
  await owner.goto(`${address}/listing/${id}#manage=${manageToken}`)
  await expect(owner.getByText(/^expires in/)).toBeVisible()

  await page.goto(`${studio}/moderation`)
  await page.getByRole('tab', { name: 'Newest' }).click()
  await page.getByRole('button', { name: /Chess in the park/ }).click()
  await page.getByRole('button', { name: 'Make an event draft' }).click()
  await expect(findField(page, 'title').getByRole('textbox')).toHaveValue('Chess in the park')
  await expect(page.getByRole('checkbox', { name: 'All day' })).toBeChecked()
  await owner.reload()
  const told = 'the team has made an event draft of this listing.'
  await expect(owner.getByText(told)).toBeVisible()
  const withoutScripts = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await withoutScripts.goto(`${address}/listing/${id}`)
  await withoutScripts.getByText('is this listing yours?').click()
  await withoutScripts.getByLabel('manage code').fill(manageToken)
  await withoutScripts.getByRole('button', { name: 'open' }).click()
  await expect(withoutScripts.getByText(told)).toBeVisible()

  await findField(page, 'organizers').getByRole('textbox').fill('The chess club')
  await findField(page, 'location').getByRole('textbox').fill('Dolores Park')
  await publish(page)
  await expect.poll(async () => (await page.request.get(`${address}/event/${id}`)).status()).toBe(200)
  await owner.reload()
  await owner.getByRole('link', { name: 'see it in the events calendar' }).click()
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Chess in the park')

  await page.goto(`${studio}/moderation`)
  await page.getByRole('tab', { name: 'Newest' }).click()
  await page.getByRole('button', { name: /Chess in the park/ }).click()
  await page.getByRole('button', { name: 'Open the event', exact: true }).click()
  await expect(findField(page, 'organizers').getByRole('textbox')).toHaveValue('The chess club')
})
