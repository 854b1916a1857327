import { type ClientConfig, createClient, type SanityClient } from '@sanity/client'
import { fetchStream } from './fetch-stream.ts'

const streams = /\/v[^/]+\/data\/listen\//

/** `fetch`, but for the streams that would block everything else. */
const fetchFromLake: typeof fetch = (input, init) => {
  const address = input instanceof Request ? input.url : String(input)
  return streams.test(address) ? fetchStream(address, init) : fetch(input, init)
}

// One function for all clients: they share their streams by it.
const resolveFetch = () => fetchFromLake

/**
 * A client of the Content Lake that served this page: its origin is known only now, not when the Studio is built.
 * `resolveFetch` and `useProjectHostname` are internals of @sanity/client 8.11; the browser tests of the Studio show
 * whether they still do what they are used for.
 */
export function createLocalClient(config: ClientConfig): SanityClient {
  return createClient({
    ...config,
    apiHost: globalThis.location.origin,
    useProjectHostname: false,
    useCdn: false,
    resolveFetch,
  })
}
