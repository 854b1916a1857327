import { type PageHead, writeHead } from '#domain/page-head.ts'
import {
  blockMarks,
  cityMarks,
  escapeJson,
  headMarks,
  type PageRecord,
  recordId,
  resultMarks,
  wordMarks,
} from '#domain/page-shell.ts'
import { readAttribute, visitElements } from './visit-elements.ts'

/** A shell in the pieces between which its records stand. */
export type Shell = {
  /** What its head says without a record. */
  head: PageHead
  beforeHead: string
  afterHead: string
  /** In their order: what stands in the place of a slot, and what follows upon it. */
  slots: Array<{ name: SlotName; own: string; after: string }>
}

/** Where a shell is filled, beside its head; `words` in every one of them. */
const slotMarks = { city: cityMarks, words: wordMarks, results: resultMarks, blocks: blockMarks } as const
export type SlotName = keyof typeof slotMarks

/** A page of a dynamic route is made otherwise than the server expects. The message says how. */
export class ShellError extends Error {
  override name = 'ShellError'
}

/** What a shell is filled with for one path. What its head lacks is said as in the shell. */
export type Fill = {
  status: 200 | 404 | 410 | 503
  head: Partial<PageHead>
  /** Its `body` is left out: `json` is that, as it is sent. */
  record?: Omit<PageRecord, 'body'> & { json: string }
  /** What a reader without scripts gets in the place of the shell's words, as HTML; or made of what stands there. */
  words?: string | ((own: string) => string)
  /** The other slots, made of what stands there. */
  others?: Partial<Record<Exclude<SlotName, 'words'>, (own: string) => string>>
}

/** Cuts a shell where it is filled. Throws ShellError where a mark is missing. */
export function cutShell(file: string, html: string): Shell {
  const [head, body] = [findMarks(html, headMarks, 0), html.indexOf('<body')]
  const places = Object.entries(slotMarks).flatMap(([name, marks]) => {
    const found = name === 'city' ? findMarks(html, marks, body) : findMarks(html, marks)
    return found ? [{ name: name as SlotName, ...found }] : []
  })
  const ordered = places.toSorted((one, other) => one.start - other.start)
  const ends = [head?.end ?? Number.NaN, ...ordered.map(({ end }) => end)]
  const isWhole =
    places.some(({ name }) => name === 'words') &&
    ordered.every(({ start }, index) => start >= (ends[index] ?? 0))
  if (!head || !isWhole) {
    throw new ShellError(`${file} has no place for a record: it lacks a mark of #domain/page-shell.ts`)
  }
  return {
    head: readHead(html.slice(head.start, head.end)),
    beforeHead: html.slice(0, head.start),
    afterHead: html.slice(head.end, ordered[0]?.start),
    slots: ordered.map(({ name, start, end }, index) => {
      const [opening, closing] = slotMarks[name]
      return {
        name,
        own: html.slice(start + opening.length, end - closing.length),
        after: html.slice(end, ordered[index + 1]?.start),
      }
    }),
  }
}

/** From the beginning of the opening mark to the end of the closing one: the first after `from`, else the last. */
function findMarks(html: string, [opening, closing]: readonly [string, string], from?: number) {
  const start = from === undefined ? html.lastIndexOf(opening) : html.indexOf(opening, from)
  const end = from === undefined ? html.lastIndexOf(closing) : html.indexOf(closing, from)
  return start >= 0 && start < end ? { start, end: end + closing.length } : undefined
}

/** The page of one path. */
export function fillShell(shell: Shell, { head, record, words, others }: Fill): string {
  const pieces = [
    shell.beforeHead,
    writeHead({ ...shell.head, ...head }),
    record ? writeRecord(record) : '',
    shell.afterHead,
  ]
  for (const { name, own, after } of shell.slots) {
    const filled = name === 'words' ? words : others?.[name]
    pieces.push(typeof filled === 'function' ? filled(own) : (filled ?? own), after)
  }
  return pieces.join('')
}

function writeRecord({ json, ...rest }: NonNullable<Fill['record']>): string {
  const text = `${JSON.stringify(rest).slice(0, -1)},"body":${json}}`
  return `<script type="application/json" id="${recordId}">${escapeJson(text)}</script>`
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
