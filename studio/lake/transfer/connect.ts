import { createClient, type SanityClient } from '@sanity/client'

type Address = { projectId: string; dataset: string; token: string; lakeOrigin?: string }

/** A client that may write, of a hosted project or, where there is an origin, of a local Content Lake. */
export function connectToWrite({ projectId, dataset, token, lakeOrigin }: Address): SanityClient {
  return createClient({
    projectId,
    dataset,
    token,
    apiVersion: '2025-02-19',
    useCdn: false,
    perspective: 'raw',
    ...(lakeOrigin === undefined ? {} : { apiHost: lakeOrigin, useProjectHostname: false }),
  })
}
