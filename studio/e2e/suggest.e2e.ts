import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { toInstants } from '#domain/pacific.ts'
import { useWholeSite } from './support/whole-site.ts'

const readSite = useWholeSite({ IMPORT_LOOPBACK: 'allow' })

const start = `${new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10)}T18:30`
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Serves the page of an event at `/{title}`, and one without any at `/empty`. */
async function serveEvents(): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const location = { '@type': 'Place', name: 'Frontier Tower' }
    const event = { '@type': 'Event', name: url.slice(1), startDate: toInstants(`${start}:00`)[0], location }
    const data = JSON.stringify({ '@context': 'https://schema.org', ...event })
    response.end(url === '/empty' ? '<p>nothing</p>' : `<script type="application/ld+json">${data}</script>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function readAddress(page: Page, address: string): Promise<void> {
  await page.goto(`${readSite().address}/events`)
  await page.getByRole('link', { name: 'suggest an event' }).click()
  await page.getByLabel('address of a page or calendar').fill(address)
  await page.getByRole('button', { name: 'read the address' }).click()
}

for (const javaScriptEnabled of [true, false]) {
  test(`an event is suggested and published ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    page: editor,
  }) => {
    const { address: site, studio, client } = readSite()
    const base = await serveEvents()
    const title = javaScriptEnabled ? 'Robots' : 'Sailing'
    await using context = await browser.newContext({ javaScriptEnabled })
    const page = await context.newPage()

    await test.step('hostile and broken addresses get a sentence, and the form', async () => {
      for (const [address, sentence] of [
        ['javascript:alert(1)', /Only web addresses can be fetched/],
        ['http://10.0.0.1/', /private network/],
        [`${base}/empty`, /without events/],
        ['http://127.0.0.1:9/', /it refuses the connection/],
      ] as const) {
        await readAddress(page, address)
        await expect(page.getByRole('alert')).toHaveText(sentence)
        await expect(page.getByLabel('address of a page or calendar')).toHaveValue(address)
        await expect(page.getByLabel(/^title/)).toBeVisible()
      }
    })

    await readAddress(page, `${base}/${title}`)
    await expect(heading(page)).toHaveText('check what we understood')
    await expect(page.getByLabel(/^title/)).toHaveValue(title)
    await expect(page.getByLabel(/^start/)).toHaveValue(start)
    await page.getByLabel(/^organizers/).fill('The club')
    await page.getByRole('button', { name: 'send the suggestion' }).click()
    await expect(heading(page)).toHaveText('thank you')
    const link = page.url()

    await test.step('the same event is answered at once', async () => {
      await readAddress(page, `${base}/${title}`)
      await expect(page).toHaveURL(`${link}?known`)
      await expect(heading(page)).toHaveText('already suggested')
    })

    await test.step('an editor publishes it in the list of suggestions, and the link leads to its page', async () => {
      await client.create({ _id: `drafts.${title}`, _type: 'event', title: 'Of the team' })
      await editor.goto(`${studio}/structure/suggested`)
      await expect(editor.getByText('0 of 1 selected')).toBeVisible()
      await editor.getByRole('checkbox', { name: title }).check()
      await editor.getByRole('button', { name: 'Publish (1)' }).click()
      await expect(editor.getByText('1 of 1 published')).toBeVisible()
      await expect(async () => {
        await page.goto(link)
        await page.getByRole('link', { name: title }).click({ timeout: 1_000 })
      }).toPass()
      await expect(heading(page)).toHaveText(title)
      await expect(page.getByText('The club')).toBeVisible()
      await readAddress(page, `${base}/${title}`)
      await expect(page).toHaveURL(`${site}/event/${link.slice(-36)}`)
    })

    await test.step('one that is typed by hand and deleted was not taken', async () => {
      await page.goto(`${site}/es/events/suggest`)
      await page.getByText('escribe tú los datos').click()
      await page.getByLabel(/^título/).fill(`${title} again`)
      await page.getByLabel(/^comienzo/).fill(start.replace('18', '11'))
      await page.getByLabel(/^lugar/).fill('SHACK15')
      await page.getByLabel(/^organizadores/).fill('us')
      await page.getByRole('button', { name: 'enviar la propuesta' }).click()
      await expect(heading(page)).toHaveText('gracias')
      await client.delete(`drafts.${page.url().slice(-36)}`)
      await page.reload()
      await expect(heading(page)).toHaveText('esta propuesta no se aceptó')
    })
  })
}
