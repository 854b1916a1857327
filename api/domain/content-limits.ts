/**
 * What a page of the programme can carry. The Studio refuses to publish more, and the site refuses it of a document that
 * was written through the API. Lengths are in Unicode code points.
 */
export const contentLimits = {
  title: 140,
  line: 200,
  /** One or two sentences, as for search engines. */
  sentences: 300,
  text: 10_000,
  email: 254,
  address: 2_000,
  /** Lines of a list. */
  lines: 100,
  /** Items of a table: tiers, KPIs, phases, members. */
  items: 50,
  /** All characters of a formatted text, and its parts: paragraphs, pictures, spans, links. */
  bodyText: 20_000,
  bodyParts: 2_000,
} as const

type Part = { text?: unknown; caption?: unknown; children?: unknown; markDefs?: unknown; marks?: unknown }

/** What is too much about a formatted text, as `is too long: 25,000 characters, at most 20,000`, or undefined. */
export function describeBodyExcess(body: unknown): string | undefined {
  const { characters, parts } = measure(body)
  const { bodyText, bodyParts } = contentLimits
  if (characters > bodyText) return describeExcess(characters, bodyText)
  if (parts > bodyParts)
    return `has too many parts: ${format(parts)} paragraphs, spans and links, at most ${format(bodyParts)}`
  return undefined
}

/** As above, of a text with so many characters. */
export function describeExcess(characters: number, maximum: number): string {
  return `is too long: ${format(characters)} characters, at most ${format(maximum)}`
}

function measure(list: unknown): { characters: number; parts: number } {
  const total = { characters: 0, parts: 0 }
  for (const part of Array.isArray(list) ? list : []) {
    const { text, caption, children, markDefs, marks } = Object(part) as Part
    for (const inner of [measure(children), measure(markDefs), measure(marks)]) {
      total.characters += inner.characters
      total.parts += inner.parts
    }
    for (const words of [text, caption]) if (typeof words === 'string') total.characters += [...words].length
    total.parts += 1
  }
  return total
}

function format(count: number): string {
  return count.toLocaleString('en-US')
}
