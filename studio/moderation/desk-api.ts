import type {
  AuditEntry,
  Ban,
  DeskChange,
  DeskList,
  DeskListing,
  DeskQueue,
  DeskResult,
  NewBan,
} from '#domain/moderation/desk.ts'

import type { ReadToken } from '../components/Connected.tsx'

export type ListingWithHistory = DeskListing & { history: AuditEntry[] }

/** The token is missing or wrong: ask for a new one. */
export class TokenError extends Error {}

export type DeskApi = ReturnType<typeof createDeskApi>

/** Milliseconds. */
const requestTimeout = 15_000

/** `/api/moderation` of the site. Every call throws TokenError, or an Error with a message for the editor. */
export function createDeskApi(siteUrl: string, readToken: ReadToken) {
  async function ask(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await fetch(`${siteUrl}/api/moderation/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${await readToken()}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(requestTimeout),
    }).catch(() => {
      throw new Error('The site cannot be reached. The Studio tries again every few seconds.')
    })
    if (answer.status === 401) throw new TokenError('The site refuses this token.')
    if (!answer.ok) throw new Error(await answer.text())
    return answer
  }
  const read = async <Value>(path: string) => (await (await ask('GET', path)).json()) as Value

  return {
    list: (queue: DeskQueue, before?: string) =>
      read<DeskList>(`listings?${new URLSearchParams({ queue, ...(before !== undefined && { before }) })}`),
    find: (id: string) => read<ListingWithHistory>(`listings/${id}`),
    change: async (change: DeskChange) => {
      const answer = await ask('POST', 'changes', change)
      return ((await answer.json()) as { results: DeskResult[] }).results
    },
    keepEvent: (id: string, decision: { who: string; why: string }) =>
      ask('POST', `events/${id}/keep`, decision),
    resumeHiding: (decision: { who: string; why: string }) => ask('POST', 'resume', decision),
    listBans: () => read<Ban[]>('bans'),
    ban: (ban: NewBan) => ask('POST', 'bans', ban),
    unban: (id: string, who: string) => ask('DELETE', `bans/${id}`, { who, why: '' }),
  }
}
