import { findLinks } from '#domain/listings/find-links.ts'

/** The email addresses, phone numbers, handles and web addresses in a text, normalized. At most 50. */
export function listContacts(text: string): string[] {
  const links = findLinks(text.normalize('NFKC').toLowerCase(), { phones: true })
  const contacts = links.flatMap(({ href }) => (href === undefined ? [] : [toContact(href)]))
  const handles = text.match(/(?<![\w@.])@[a-z\d_]{4,32}\b/gi) ?? []
  return [...new Set([...contacts, ...handles.map((handle) => handle.toLowerCase())])].slice(0, 50)
}

function toContact(href: string): string {
  if (href.startsWith('mailto:')) return toMailbox(href.slice('mailto:'.length))
  if (href.startsWith('tel:')) return `tel:${href.replace(/\D/g, '').slice(-10)}`
  const { hostname, pathname } = new URL(href)
  return `${hostname.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`
}

/** Most providers deliver `name+tag` to `name`. */
function toMailbox(address: string): string {
  const [name = '', domain = ''] = address.split('@')
  return `${name.replace(/\+.*/, '')}@${domain}`
}
