import { escapeHtml, type PageHead, writeHead } from '#domain/page-head.ts'

/**
 * A shell is the one page that stands for all paths of a dynamic route. It is whole as it is; where the server knows
 * the record of a path it puts that record's head, and its words for a reader without scripts, in the place of the
 * shell's, which stand between these marks. What an editor wrote stands after the city's marks and before all others
 * but the head's, so that the first of the former and the last of the latter are never a text of the content.
 */
export const headMarks = ['<!--head-->', '<!--/head-->'] as const
export const wordMarks = ['<!--words-->', '<!--/words-->'] as const
/** On the home page too: the city's name and the header's links, what a search found, and the blocks of categories. */
export const cityMarks = ['<!--city-->', '<!--/city-->'] as const
export const resultMarks = ['<!--results-->', '<!--/results-->'] as const
export const blockMarks = ['<!--blocks-->', '<!--/blocks-->'] as const

/** The head of a shell as it is without a record. */
export function writeShellHead(head: PageHead): string {
  return headMarks.join(writeHead(head))
}

/** What a shell says, without a record, to a reader without scripts. */
export function writeShellWords(words: readonly string[]): string {
  return wordMarks.join(writeWords(words))
}

/** A paragraph of each. */
export function writeWords(words: readonly string[]): string {
  return words.map((text) => `<p>${escapeHtml(text)}</p>`).join('')
}

/**
 * JSON as it stands in a script element, which nothing ends without a `<`. In JSON these stand in texts alone, where
 * each may be written so.
 */
export function escapeJson(json: string): string {
  return json.replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The id of the element that holds a record. */
export const recordId = 'record'

/** An answer of the API, sent with a page whose island would ask for it first. */
export type PageRecord = {
  /** What the island would ask for: path and query. */
  address: string
  status: number
  /** The address of the next page of a list. */
  next?: string | undefined
  /** The answer's JSON, or its text where the status is no success. */
  body: unknown
}
