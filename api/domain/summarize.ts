import { toLine } from '#domain/page-head.ts'

/** About as much as search engines and previews show, in code points. */
const usual = 200

/** The beginning of a text as one line: up to a word's end, or to a whole character's where there are no words. */
export function summarize(text: string, maximum = usual): string {
  const line = toLine(text)
  const kept = Array.from(line.slice(0, 2 * maximum + 2))
    .slice(0, maximum)
    .join('')
  if (kept.length === line.length) return line
  const space = line[kept.length] === ' ' ? kept.length : kept.lastIndexOf(' ')
  // A word of half the length is no word to keep whole.
  const end = space > kept.length / 2 ? space : findCharacterStart(line, kept.length)
  return `${line.slice(0, end).trimEnd()}…`
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Where what a reader takes for one character begins, the one at this place. */
function findCharacterStart(line: string, place: number): number {
  return characters.segment(line.slice(0, place + 40)).containing(place)?.index || place
}
