import { type ClientConfig, createClient, type SanityClient } from '@sanity/client'
import type { WorkspaceOptions } from 'sanity'
import { fetchStream } from './fetch-stream.ts'
import { installLocalFetch } from './local-fetch.ts'

/** Streams would block all other requests (fetch-stream.ts). */
const fetchFromLake: typeof fetch = (input, init) => {
  const address = input instanceof Request ? input.url : String(input)
  return /\/v[^/]+\/data\/listen\//.test(address) ? fetchStream(address, init) : fetch(input, init)
}

// Clients with the same function share their streams.
const resolveFetch = () => fetchFromLake

/**
 * A client of the page's own origin, which the build does not know. `resolveFetch` and `useProjectHostname` are
 * internals of @sanity/client 8.11, covered by the Studio's browser tests.
 */
function createLocalClient(config: ClientConfig): SanityClient {
  return createClient({
    ...config,
    apiHost: globalThis.location.origin,
    useProjectHostname: false,
    useCdn: false,
    resolveFetch,
  })
}

const off = { enabled: false }

/**
 * The options for the local Content Lake: its address, and none of the features that need Sanity's own service.
 * `unstable_clientFactory` and the key in the session storage are internals of sanity 6.16.
 */
export function localWorkspace(): Partial<WorkspaceOptions> {
  installLocalFetch()
  // Hides the warning about slow HTTP/1.1 connections: streams use WebSockets.
  globalThis.sessionStorage?.setItem('sanity-studio.network.check.snooze', new Date().toISOString())
  return {
    // Tools that read the configuration outside a browser have no location and do not connect.
    apiHost: globalThis.location?.origin ?? 'http://localhost',
    unstable_clientFactory: createLocalClient,
    releases: off,
    scheduledDrafts: off,
    scheduledPublishing: off,
    tasks: off,
    announcements: off,
    mediaLibrary: off,
    apps: { canvas: off },
  }
}
