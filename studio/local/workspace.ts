import type { WorkspaceOptions } from 'sanity'

const off = { enabled: false }

/**
 * The options for the local Content Lake: none of the features that need Sanity's own service. The key in the session
 * storage is an internal of sanity 6.16.
 */
export function localWorkspace(): Partial<WorkspaceOptions> {
  // Hides the warning about slow HTTP/1.1 connections: streams use WebSockets.
  globalThis.sessionStorage?.setItem('sanity-studio.network.check.snooze', new Date().toISOString())
  return {
    // The old plugin of scheduled publishing, in place of which are scheduled drafts.
    scheduledPublishing: off,
    tasks: off,
    announcements: off,
    mediaLibrary: off,
    apps: { canvas: off },
  }
}
