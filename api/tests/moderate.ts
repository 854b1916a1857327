import type { DeskListing, DeskResult } from '#domain/moderation/desk.ts'
import { moderationToken } from './serve.ts'

/** Sends a request to `/api/moderation/…` as the Studio does. */
export function requestDesk(base: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${base}/api/moderation/${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${moderationToken}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

export async function change(
  base: string,
  action: string,
  ids: string[],
  fields = {},
): Promise<DeskResult[]> {
  const reason = ['hide', 'delete'].includes(action) ? { reason: 'scam' } : {}
  const answer = await requestDesk(base, 'POST', 'changes', { action, ids, who: 'Ada', ...reason, ...fields })
  return ((await answer.json()) as { results: DeskResult[] }).results
}

export async function findOnDesk(
  base: string,
  id: string,
): Promise<DeskListing & { history: Array<{ who: string; what: string }> }> {
  return (await requestDesk(base, 'GET', `listings/${id}`)).json() as never
}

/** Sends a report from the network of `from`. The server has to trust 127.0.0.1 as a proxy. */
export function report(
  base: string,
  path: string,
  from: string,
  fields: Record<string, unknown> = { reason: 'scam' },
) {
  return fetch(`${base}/api/${path}/reports`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
    body: JSON.stringify(fields),
  })
}
