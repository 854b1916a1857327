/**
 * Replaces `webcal:`, the scheme of calendar subscriptions, by https. A server on the same machine usually has no
 * certificate: there, by http.
 */
export function replaceWebcal(address: string): string {
  return address
    .trim()
    .replace(/^webcal:(?=\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/?#]|$))/i, 'http:')
    .replace(/^webcals?:/i, 'https:')
}
