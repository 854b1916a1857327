import { createClient, type SanityClient } from '@sanity/client'
import type { ContentSettings } from '#domain/content-settings.ts'

/** A client of the content, hosted or on this machine. Nothing but its address tells the two apart. */
export function createContentClient(settings: ContentSettings): SanityClient {
  const { apiHost, ...rest } = settings
  return createClient({
    ...rest,
    apiVersion: '2025-02-19',
    useCdn: false,
    ...(apiHost !== undefined && { apiHost, useProjectHostname: false }),
  })
}
