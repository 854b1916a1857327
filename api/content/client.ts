import { createClient, type SanityClient } from '@sanity/client'
import { apiVersion, type ContentSettings } from '#domain/content-settings.ts'

/** A client of the content, hosted or on this machine. Nothing but its address tells the two apart. */
export function createContentClient(settings: ContentSettings): SanityClient {
  const { apiHost, ...rest } = settings
  return createClient({
    ...rest,
    apiVersion,
    useCdn: false,
    ...(apiHost !== undefined && { apiHost, useProjectHostname: false }),
  })
}
