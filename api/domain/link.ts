import { isWebAddress } from '#domain/event.ts'

/**
 * Whether a link may stand in a text: a web page, an email address, a phone number, or a page of this site. Nothing
 * that runs, and nothing that looks like a path and leads to another host (`//host`, `/\host`).
 */
export function isLink(href: string): boolean {
  if (/^\/(?![/\\])\S*$/.test(href)) return URL.canParse(href, 'https://example.org')
  return /^(mailto:[^\s@]+@[^\s@]+|tel:\+?[\d().-]+)$/i.test(href) || isWebAddress(href)
}

/** Whether an address is that of a web page over TLS. */
export function isSecureAddress(href: string): boolean {
  return /^https:/i.test(href) && isWebAddress(href)
}
