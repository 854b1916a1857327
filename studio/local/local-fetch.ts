import { projectId } from '../env.ts'

/** Services of Sanity that the Studio asks at a fixed address, and the answer that says: there is nothing. */
const hosted: readonly [address: string, answer: () => Response][] = [
  ['https://sanity-cdn.com/v1/modules/', () => Response.json({})],
  ['https://api.sanity.io/vX/intake/feedback', () => new Response(null, { status: 503 })],
]

/**
 * Wraps the page's `fetch` for requests that bypass the client of this workspace (client.ts). Some clients inside
 * sanity 6.16 are made without its factory: they put the project's name before the host, as in
 * `http://local.localhost:3333`, which not every browser resolves; such a request goes to the page's own origin.
 * Requests to the hosted services above are answered here, so that the page's policy has nothing to block.
 */
export function installLocalFetch(): void {
  const { fetch, location } = globalThis
  // Tools that read the configuration outside a browser have no location.
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
