/** Limits of the content, for the Studio, the import and the site. Lengths are in Unicode code points. */
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
  const { bodyText, bodyParts } = contentLimits
  const parts = listParts(body)
  const texts = parts
    .flatMap(({ text, caption }) => [text, caption])
    .filter((text) => typeof text === 'string')
  const characters = texts.reduce((count, text) => count + [...text].length, 0)
  if (characters > bodyText) return describeExcess(characters, bodyText)
  if (parts.length > bodyParts)
    return `has too many parts: ${format(parts.length)} paragraphs, spans and links, at most ${format(bodyParts)}`
  return undefined
}

export function describeExcess(characters: number, maximum: number): string {
  return `is too long: ${format(characters)} characters, at most ${format(maximum)}`
}

function listParts(list: unknown): Part[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((item: unknown) => {
    const part = Object(item) as Part
    return [part, ...[part.children, part.markDefs, part.marks].flatMap(listParts)]
  })
}

function format(count: number): string {
  return count.toLocaleString('en-US')
}
