import { type BrowserContext, expect } from '@playwright/test'

/** A new one-time link to the Studio at an address. */
export async function requestLink(address: string, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`${address}/sessions/links`, { method: 'POST', headers })
  return ((await answer.json()) as { link: string }).link
}

/** Gives a browser a session of the Studio, as a click on a link does. */
export async function openSession(context: BrowserContext, address: string, token: string): Promise<void> {
  const [, code] = (await requestLink(address, token)).split('#')
  const answer = await context.request.post(`${address}/sessions`, { data: { code } })
  expect(answer.status()).toBe(200)
}
