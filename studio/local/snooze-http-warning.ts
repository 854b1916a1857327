const key = 'sanity-studio.network.check.snooze'

/**
 * Answers the Studio's warning about slow HTTP/1.1 connections before it is shown: on this machine they are fast, and
 * the streams that would block them take another way (fetch-stream.ts). An internal of sanity 6.16.
 */
export function snoozeHttpWarning(): void {
  globalThis.sessionStorage?.setItem(key, new Date().toISOString())
}
