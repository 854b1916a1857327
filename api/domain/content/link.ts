import { isWebAddress } from '#domain/events/event.ts'

/** A web page, email address, phone number or path of this site. `//host` and `/\host` would lead to another host. */
export function isLink(href: string): boolean {
  if (/^\/(?![/\\])\S*$/.test(href)) return URL.canParse(href, 'https://example.org')
  return /^(mailto:[^\s@]+@[^\s@]+|tel:\+?[\d().-]+)$/i.test(href) || isWebAddress(href)
}

export function isSecureAddress(href: string): boolean {
  return /^https:/i.test(href) && isWebAddress(href)
}
