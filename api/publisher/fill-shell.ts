import { type PageHead, writeHead } from '#domain/page-head.ts'
import { headMarks, type PageRecord, recordId, wordMarks } from '#domain/page-shell.ts'
import { readAttribute, visitElements } from './visit-elements.ts'

/** A shell in the pieces between which its records stand. */
export type Shell = {
  /** What its head says without a record. */
  head: PageHead
  beforeHead: string
  afterHead: string
  words: string
  afterWords: string
}

/** A page of a dynamic route is made otherwise than the server expects. The message says how. */
export class ShellError extends Error {
  override name = 'ShellError'
}

/** What a shell is filled with for one path. What its head lacks is said as in the shell. */
export type Fill = {
  status: 200 | 404 | 410
  head: Partial<PageHead>
  /** Its `body` is left out: `json` is that, as it is sent. */
  record?: Omit<PageRecord, 'body'> & { json: string }
  /** What a reader without scripts gets in the place of the shell's words, as HTML. */
  words?: string
}

/** Cuts a shell where it is filled. Throws ShellError where a mark is missing. */
export function cutShell(file: string, html: string): Shell {
  const [headStart, headEnd] = headMarks
  const [wordsStart, wordsEnd] = wordMarks
  const places = [
    html.indexOf(headStart),
    html.indexOf(headEnd),
    html.lastIndexOf(wordsStart),
    html.lastIndexOf(wordsEnd),
  ] as const
  const [head, afterHead, words, afterWords] = places
  if (head < 0 || !(head < afterHead && afterHead < words && words < afterWords)) {
    throw new ShellError(`${file} has no place for a record: it lacks a mark of #domain/page-shell.ts`)
  }
  return {
    head: readHead(html.slice(head, afterHead)),
    beforeHead: html.slice(0, head),
    afterHead: html.slice(afterHead + headEnd.length, words),
    words: html.slice(words + wordsStart.length, afterWords),
    afterWords: html.slice(afterWords + wordsEnd.length),
  }
}

/** The page of one path. */
export function fillShell(shell: Shell, { head, record, words }: Fill): string {
  return [
    shell.beforeHead,
    writeHead({ ...shell.head, ...head }),
    record ? writeRecord(record) : '',
    shell.afterHead,
    words ?? shell.words,
    shell.afterWords,
  ].join('')
}

function writeRecord({ json, ...rest }: NonNullable<Fill['record']>): string {
  const text = `${JSON.stringify(rest).slice(0, -1)},"body":${json}}`
  return `<script type="application/json" id="${recordId}">${escapeJson(text)}</script>`
}

/** In JSON these stand in texts alone, where each may be written so. Nothing in a script element ends it without a `<`. */
function escapeJson(json: string): string {
  return json.replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function readHead(html: string): PageHead {
  const contents: Record<string, string> = {}
  visitElements(html, (element) => {
    const name = readAttribute(element, 'property') ?? readAttribute(element, 'name')
    if (name !== undefined) contents[name] = readAttribute(element, 'content') ?? ''
  })
  const { 'og:title': title, description, 'application-name': productName } = contents
  if (title === undefined || description === undefined || productName === undefined) {
    throw new ShellError('The head of a page of a dynamic route is not one of #domain/page-head.ts')
  }
  return { title, description, productName }
}
