import { createClient, type SanityClient } from '@sanity/client'

type Options = { projectId: string; dataset: string; token: string; lakeOrigin?: string }

/** A client with write access to a hosted project or, with `lakeOrigin`, to a local Content Lake. */
export function createWriteClient({ projectId, dataset, token, lakeOrigin }: Options): SanityClient {
  return createClient({
    projectId,
    dataset,
    token,
    apiVersion: '2025-02-19',
    useCdn: false,
    perspective: 'raw',
    ...(lakeOrigin !== undefined && { apiHost: lakeOrigin, useProjectHostname: false }),
  })
}
