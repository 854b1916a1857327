/** Part of a text, with `href` if it is a link. */
export type TextPart = { text: string; href?: string }

/**
 * Each alternative begins at a boundary and has a bounded start, so that a long text takes linear time. Without
 * https://known.example@other.example, which seems to lead elsewhere.
 */
const address =
  /(?<![\w.+-])(?:https?:\/\/(?![^\s<>"/?#]*@)[^\s<>"]+|www\.[^\s<>"]+|[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+)/gi

const phone = /(?<![\w.,])\+?\(?\d(?:[ ()./-]{0,3}\d){6,14}(?![\w])/g

/** Drops punctuation that ends a sentence, and a closing bracket without an opening one. */
function trimAddress(found: string): string {
  const end = found.replace(/[.,;:!?'’”»]+$/, '')
  const isClosed = !end.endsWith(')') || end.split('(').length >= end.split(')').length
  return isClosed ? end : trimAddress(end.slice(0, -1))
}

function toHref(found: string): string {
  if (/^https?:/i.test(found)) return found
  return found.includes('@') ? `mailto:${found}` : `https://${found}`
}

/** Finds web and email addresses, and with `phones` phone numbers, in a visitor's text. */
export function findLinks(text: string, { phones = false } = {}): TextPart[] {
  const parts = split(text, address, (found) => {
    const trimmed = trimAddress(found)
    const href = toHref(trimmed)
    return URL.canParse(href) ? { text: trimmed, href } : undefined
  })
  if (!phones) return parts
  return parts.flatMap((part) =>
    part.href === undefined
      ? split(part.text, phone, (found) => ({ text: found, href: `tel:${found.replace(/[^+\d]/g, '')}` }))
      : [part],
  )
}

function split(text: string, pattern: RegExp, toLink: (found: string) => TextPart | undefined): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(pattern)) {
    const link = toLink(match[0])
    if (!link) continue
    parts.push({ text: text.slice(from, match.index) }, link)
    from = match.index + link.text.length
  }
  return [...parts, { text: text.slice(from) }].filter((part) => part.text !== '')
}
