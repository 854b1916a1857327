/** Limits of the programme's pages, for the Studio and for the site. Lengths are in Unicode code points. */
export const contentLimits = {
  title: 140,
  line: 200,
  sentences: 300,
  text: 10_000,
  email: 254,
  address: 2_000,
  lines: 100,
  /** Tiers, KPIs, phases, members. */
  items: 50,
  /** In total; parts are paragraphs, pictures, spans and links. */
  bodyText: 20_000,
  bodyParts: 2_000,
} as const

type Part = { text?: unknown; caption?: unknown; children?: unknown; markDefs?: unknown; marks?: unknown }

/** `is too long: 25,000 characters, at most 20,000`; undefined within the limits. */
export function describeBodyExcess(body: unknown): string | undefined {
  const { characters, parts } = measure(body)
  const { bodyText, bodyParts } = contentLimits
  if (characters > bodyText) return describeExcess(characters, bodyText)
  if (parts > bodyParts)
    return `has too many parts: ${format(parts)} paragraphs, spans and links, at most ${format(bodyParts)}`
  return undefined
}

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
