import type { z } from 'zod'

/** Content that a page cannot be made of. The message names document, field and reason, each fault on a line. */
export class ContentError extends Error {
  override name = 'ContentError'
}

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

/** What zod's own sentences become: what an editor has to do about a field. A schema's own sentence goes before. */
export function describeIssue(issue: RawIssue): string | undefined {
  const { input } = issue
  if (input === undefined || input === null) return 'is missing'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}, not ${show(input)}`
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}, not ${show(input)}`
    case 'too_small':
      return issue.origin === 'number' ? `must be ${issue.minimum} or more` : 'is empty'
    case 'too_big':
      return `must be ${issue.maximum} or less`
    default:
      return undefined
  }
}

const kinds: Record<string, string> = {
  array: 'a list',
  int: 'a whole number',
  number: 'a number',
  object: 'a group of fields',
  string: 'text',
}

/** A value as a message can carry it, however long it is. */
function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a group of fields'
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/**
 * The error of a document that its schema refuses: `sponsors: tiers[1] (Tier 2 Core).price: must be a number, not
 * "250K"`. `document` is what the query answered; an item of a list is named by its name, role or title.
 */
export function explainFaults(
  id: string,
  document: unknown,
  issues: readonly z.core.$ZodIssue[],
): ContentError {
  const lines = issues.map(({ path, message }) => `${id}: ${describePath(document, path)}: ${message}`)
  return new ContentError([...new Set(lines)].join('\n'))
}

function describePath(document: unknown, path: readonly PropertyKey[]): string {
  let words = ''
  let value = document
  for (const key of path) {
    value = Object(value)[key]
    if (typeof key === 'number') words += `[${key}]${nameItem(value)}`
    else words += words === '' ? String(key) : `.${String(key)}`
  }
  return words
}

function nameItem(item: unknown): string {
  const { name, role, title } = Object(item) as Record<string, unknown>
  const found = [name, role, title].find((word) => typeof word === 'string' && word.trim() !== '')
  return found === undefined ? '' : ` (${String(found).slice(0, 60)})`
}

/** A failure in words, with what is behind it: `fetch failed: connect ECONNREFUSED 127.0.0.1:3333`. */
export function explain(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  return failure.cause instanceof Error ? `${failure.message}: ${explain(failure.cause)}` : failure.message
}
