import { toLine } from '#domain/pages/page-head.ts'

/** Cuts a text to one line of at most `maximum` code points, after a word or else a grapheme. */
export function summarize(text: string, maximum = 200): string {
  const line = toLine(text)
  const kept = Array.from(line.slice(0, 2 * maximum + 2))
    .slice(0, maximum)
    .join('')
  if (kept.length === line.length) return line
  const space = line[kept.length] === ' ' ? kept.length : kept.lastIndexOf(' ')
  const end = space > kept.length / 2 ? space : findCharacterStart(line, kept.length)
  return `${line.slice(0, end).trimEnd()}…`
}

/** Made when needed: it would delay the first script of each page. */
let characters: Intl.Segmenter | undefined

/** The start of the grapheme at an index. */
function findCharacterStart(line: string, place: number): number {
  characters ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return characters.segment(line.slice(0, place + 40)).containing(place)?.index || place
}
