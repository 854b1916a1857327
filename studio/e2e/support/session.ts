import { type BrowserContext, expect } from '@playwright/test'
import { requestLink } from '../../lake/sessions/owner-requests.ts'

/** Gives a browser a session of the Studio, as a click on a link does. */
export async function openSession(context: BrowserContext, address: string, token: string): Promise<void> {
  const link = await requestLink({ port: Number(new URL(address).port), token })
  const answer = await context.request.post(`${address}/sessions`, { data: { code: link.split('#')[1] } })
  expect(answer.status()).toBe(200)
}
