/** `text` is the content of elements that contain no markup, such as script and title; empty for others. */
export type ScannedElement = { name: string; attributes: ReadonlyMap<string, string>; text: string }

/** A quoted value may contain `>`. */
const attributes = /((?:[^"'>]|"[^"]*"|'[^']*')*)/.source
/** Comments, then elements whose content a browser with scripts reads as text, then any other start tag. */
const markup = new RegExp(
  `<!--[^]*?-->|<(script|style|title|textarea|noscript)\\b${attributes}>([^]*?)</\\1\\s*>|<([a-z][^\\s/>]*)${attributes}>`,
  'gi',
)
const attribute = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/**
 * The elements of a page that this site rendered. A publish reads 21 pages: a parser that repairs any markup (parse5)
 * takes 30 times as long, which was a third of the publish. `markup.test.ts` compares the two on every page.
 */
export function scanElements(html: string): ScannedElement[] {
  return [...html.matchAll(markup)].flatMap(([, textName, textAttributes, text = '', name, rest]) => {
    const found = textName ?? name
    if (found === undefined) return []
    return [{ name: found.toLowerCase(), attributes: readAttributes(textAttributes ?? rest ?? ''), text }]
  })
}

function readAttributes(source: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, written = '', double, single, bare] of source.matchAll(attribute)) {
    const name = written.toLowerCase()
    // Browsers ignore repeated attributes.
    if (!found.has(name)) found.set(name, decode(double ?? single ?? bare ?? ''))
  }
  return found
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes the character references that Astro and React write. */
function decode(value: string): string {
  return value.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return named[name] ?? whole
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal))
  })
}
