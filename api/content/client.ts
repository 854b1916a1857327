import { createClient, type SanityClient } from '@sanity/client'
import { apiVersion, type ContentSettings } from '#domain/content/content-settings.ts'

export function createContentClient({ apiHost, ...settings }: ContentSettings): SanityClient {
  return createClient({
    ...settings,
    apiVersion,
    useCdn: false,
    ...(apiHost !== undefined && { apiHost, useProjectHostname: false }),
  })
}
