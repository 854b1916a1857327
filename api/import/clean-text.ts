import { decodeHTMLStrict } from 'entities'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { cleanText } from '#domain/clean-text.ts'
import { contentLimits } from '#domain/content/content-limits.ts'
import { isWebAddress } from '#domain/events/event.ts'
import { en } from '#domain/messages/en.ts'
import { plainTextSchema } from '#domain/plain-text.ts'

const schema = plainTextSchema({
  messagesOf: () => ({ ...en.faults, name: 'text', missing: 'missing' }),
  maximum: contentLimits.text,
  lines: 'many',
})

/** Cleans a text to one line, shortened to `maximum` characters. Undefined if nothing valid is left. */
export function cleanLine(text: unknown, maximum: number = contentLimits.line): string | undefined {
  return clean(text, maximum, 'one')
}

export function cleanLines(text: unknown, maximum: number = contentLimits.text): string | undefined {
  return clean(text, maximum, 'many')
}

/** An absolute http or https URL. Undefined for anything else. */
export function cleanAddress(text: unknown, base?: string): string | undefined {
  if (typeof text !== 'string' || text.length > 4_000) return undefined
  const trimmed = cleanText(text, 'one')
  const whole = base !== undefined && URL.canParse(trimmed, base) ? new URL(trimmed, base).href : trimmed
  return isWebAddress(whole) ? whole : undefined
}

/** The beginning of a text in a source, for an editor. */
export function quote(text: unknown = ''): string {
  return `“${cleanLine(text, 40) ?? ''}”`
}

const tooManyMarks = /(\p{M}{8})\p{M}+/gu
/** `cleanLine` and `cleanLines` read a text with a tag as HTML, and decode its entities. */
const tag = /<\/?(?:a|b|br|div|em|h\d|html|i|img|li|ol|p|script|span|strong|style|ul)\b[^<>]*>/i

function clean(text: unknown, maximum: number, lines: 'one' | 'many'): string | undefined {
  if (typeof text !== 'string' && typeof text !== 'number') return undefined
  // Longer than `maximum`: a character may have two UTF-16 units, and much may be markup or whitespace.
  const given = String(text)
    .slice(0, maximum * 8)
    .toWellFormed()
  const plain = tag.test(given) ? toPlainText(given) : given
  const usable = plain.replace(tooManyMarks, '$1').replace(/\ufffd+/g, ' ')
  const spaced =
    lines === 'one'
      ? cleanText(usable.replace(/[\n\r]+/g, ' '), 'one')
      : cleanText(usable, 'many')
          .replace(/[\t ]+(?=\n)/g, '')
          .replace(/\n{3,}/g, '\n\n')
  const { data, success } = schema.safeParse(shorten(spaced, maximum))
  return success ? data : undefined
}

function shorten(text: string, maximum: number): string {
  if (text.length <= maximum) return text
  const characters = [...text]
  if (characters.length <= maximum) return text
  const kept = characters.slice(0, maximum - 1).join('')
  return `${kept.trimEnd()}…`
}

const blocks = new Set(['p', 'div', 'li', 'ul', 'ol', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const hidden = new Set(['script', 'style', 'template', 'head'])

function toPlainText(html: string): string {
  let text = ''
  // Not recursive: markup may be nested a hundred thousand times.
  const open: Array<DefaultTreeAdapterTypes.ChildNode | '\n'> = parseFragment(html).childNodes.toReversed()
  for (let node = open.pop(); node; node = open.pop()) {
    if (node === '\n' || node.nodeName === 'br') text += '\n'
    else if (node.nodeName === '#text') text += (node as DefaultTreeAdapterTypes.TextNode).value
    else if ('childNodes' in node && !hidden.has(node.nodeName)) {
      const isBlock = blocks.has(node.nodeName)
      if (isBlock && !text.endsWith('\n')) text += '\n'
      if (isBlock) open.push('\n')
      if (/^t[dh]$/.test(node.nodeName) && /\S$/.test(text)) text += ' '
      open.push(...node.childNodes.toReversed())
    }
  }
  return text
}

/** Decodes HTML entities once. Only those that end in `;`: otherwise `?a=1&copy=2` would change. `R&D` and `AT&T;` stay. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text
}

/** Decodes the entities of a text once: those of HTML are left to `cleanLine` and `cleanLines`. */
export function decodeMarkup(text: string): string {
  return tag.test(text) ? text : decodeEntities(text)
}

/** Decodes the entities of a text once, for `cleanLine` and `cleanLines`, which decode those of a text with tags. */
export function decodeOnce(text: string): string {
  if (!text.includes('&')) return text
  if (tag.test(text))
    return text.replace(/&[^;&\s]*;?/g, (entity) =>
      decodeEntities(entity) === entity ? `&amp;${entity.slice(1)}` : entity,
    )
  const decoded = decodeEntities(text)
  // `The &lt;b&gt; tag` is not markup: it is encoded anew, together with a tag.
  return tag.test(decoded) ? `${decoded.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}<br>` : decoded
}

/** Finds the street address for maps within a location, as in `Frontier Tower, 995 Market St, San Francisco, CA`. */
export function splitPlace(text: string): { location: string | undefined; address: string | undefined } {
  const parts = text.split(/\s*[,\n]\s*|\s+\((?=.*\d)/).filter((part) => part !== '')
  const street = parts.findIndex((part) => /^\d+[A-Za-z]?(?:-\d+)? +\p{L}/u.test(part))
  const address = street < 0 ? undefined : parts.slice(street).join(', ').replace(/\)$/, '')
  return { location: cleanLine(text), address: cleanLine(address) }
}
