import type { WorkspaceOptions } from 'sanity'
import { createLocalClient } from './client.ts'
import { installLocalFetch } from './local-fetch.ts'
import { snoozeHttpWarning } from './snooze-http-warning.ts'

const off = { enabled: false }

/**
 * What differs when the Studio is served by the local Content Lake: where the content is, and that nothing is offered
 * which only Sanity's own service can do. `unstable_clientFactory` is an internal of sanity 6.16.
 */
export function localWorkspace(): Partial<WorkspaceOptions> {
  installLocalFetch()
  snoozeHttpWarning()
  return {
    // Tools that read this file outside a browser have no location, and connect to nothing.
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
