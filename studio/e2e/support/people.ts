import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { listPeople } from '../../lake/people/owner-requests.ts'
import type { TestLake } from './lake.ts'

/** A browser on a device that keeps passkeys. */
export async function openDevice(
  browser: Browser,
  baseURL: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { context, page }
}

/** Accepts an invitation with a passkey, and waits for the Studio. */
export async function joinWithPasskey(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.locator('#sanity')).toBeVisible()
}

/** The name of the person who made the last change of a document. */
export async function readLastAuthor(
  lake: TestLake,
  dataset: string,
  documentId: string,
): Promise<string | undefined> {
  const history = await lake.client.request<string>({
    url: `/data/history/${dataset}/transactions/${documentId}?excludeContent=true`,
  })
  const last = String(history).trim().split('\n').at(-1) ?? '{}'
  const { author } = JSON.parse(last) as { author: string }
  return (await listPeople(lake)).find(({ id }) => id === author)?.name
}
