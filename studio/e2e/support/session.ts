import { type BrowserContext, expect, type Page } from '@playwright/test'
import { requestLink } from '../../lake/people/owner-requests.ts'

/** Gives a browser a session of the Studio, as a click on a link does. */
export async function openSession(context: BrowserContext, address: string, token: string): Promise<void> {
  const link = await requestLink({ port: Number(new URL(address).port), token })
  await redeem(context, address, link)
}

export const password = 'correct horse battery staple'

/** Accepts an invitation with a password. */
export async function joinWithPassword(
  context: BrowserContext,
  address: string,
  link: string,
): Promise<void> {
  await redeem(context, address, link)
  const answer = await context.request.post(`${address}/session/password`, { data: { password } })
  expect(answer.status()).toBe(204)
}

/** Leaves the Studio first: without its session it reloads, which would abort the next navigation. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

async function redeem({ request }: BrowserContext, address: string, link: string): Promise<void> {
  const answer = await request.post(`${address}/session`, { data: { code: link.split('#')[1] } })
  expect(answer.status()).toBe(200)
}
