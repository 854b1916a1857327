import { projectId } from '../env.ts'

/** Sanity's services at fixed addresses, with the empty responses that replace theirs. */
const hosted: readonly [address: string, answer: () => Response][] = [
  ['https://sanity-cdn.com/v1/modules/', () => Response.json({})],
  ['https://api.sanity.io/vX/intake/feedback', () => new Response(null, { status: 503 })],
]

/**
 * Wraps `fetch` for clients inside sanity 6.16 that bypass the workspace's client factory. They send requests to
 * `http://local.localhost:3333`, which not every browser resolves; these go to the page's own origin. Requests to the
 * hosted services, which the page's policy would block, are answered here.
 */
export function installLocalFetch(): void {
  const { fetch, location } = globalThis
  // Outside a browser there is no location.
  if (!location) return
  const projectOrigin = `${location.protocol}//${projectId}.${location.host}/`
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const [, answer] = hosted.find(([prefix]) => address.startsWith(prefix)) ?? []
    if (answer) return answer()
    if (!address.startsWith(projectOrigin)) return fetch(input, init)
    const own = `${location.origin}/${address.slice(projectOrigin.length)}`
    return fetch(input instanceof Request ? new Request(own, input) : own, init)
  }
}
