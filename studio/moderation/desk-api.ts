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
import type { ToolProps } from '../components/Connected.tsx'

export type ListingWithHistory = DeskListing & { history: AuditEntry[] }

/** The token is missing or wrong: ask for a new one. */
export class TokenError extends Error {}

type Site = Pick<ToolProps, 'siteUrl' | 'readToken'>
type SiteRequest = { method: string; path: string; body?: unknown; timeout: number; unreachable?: string }

/** Calls the API of the site. Throws TokenError, or an Error with a message for the editor. */
export async function askSite({ siteUrl, readToken }: Site, request: SiteRequest): Promise<Response> {
  const { method, path, body, timeout, unreachable = 'The site cannot be reached.' } = request
  const answer = await fetch(`${siteUrl}/api/${path}`, {
    method,
    headers: { Authorization: `Bearer ${await readToken()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeout),
  }).catch(() => {
    throw new Error(unreachable)
  })
  if (answer.status === 401) throw new TokenError('The site refuses this token.')
  if (!answer.ok) throw new Error(await answer.text())
  return answer
}

export type DeskApi = ReturnType<typeof createDeskApi>

/** Milliseconds. */
const timeout = 15_000
const unreachable = 'The site cannot be reached. The Studio tries again every few seconds.'

/** `/api/moderation` of the site, for the person `who`. Every call throws TokenError, or an Error with a message for the editor. */
export function createDeskApi(siteUrl: string, readToken: Site['readToken'], who: string) {
  const ask = (method: string, path: string, body?: unknown) =>
    askSite({ siteUrl, readToken }, { method, path: `moderation/${path}`, body, timeout, unreachable })
  const read = async <Value>(path: string) => (await (await ask('GET', path)).json()) as Value

  return {
    list: (queue: DeskQueue, before?: string) =>
      read<DeskList>(`listings?${new URLSearchParams({ queue, ...(before !== undefined && { before }) })}`),
    find: (id: string) => read<ListingWithHistory>(`listings/${id}`),
    change: async (change: Omit<DeskChange, 'who' | 'why'> & { why?: string }) => {
      const answer = await ask('POST', 'changes', { ...change, who })
      return ((await answer.json()) as { results: DeskResult[] }).results
    },
    keepEvent: (id: string) => ask('POST', `events/${id}/keep`, { who }),
    resumeHiding: () => ask('POST', 'resume', { who }),
    listBans: () => read<Ban[]>('bans'),
    ban: (ban: Omit<NewBan, 'who' | 'why'>) => ask('POST', 'bans', { ...ban, who }),
    unban: (id: string) => ask('DELETE', `bans/${id}`, { who }),
  }
}
