import type { z } from 'zod'
import { ContentError, type ContentErrorCode } from '#domain/content/content-error.ts'
import type { Language } from '#domain/language.ts'
import { isCopy, isFields, findTranslatedName } from './localize.ts'

/** The message contains hosts and ports. */
export function unreadable(
  subject: string,
  cause: unknown,
  code: ContentErrorCode = 'content-unreadable',
): ContentError {
  return new ContentError(`${subject}: could not be read: ${explain(cause)}`, code, { cause })
}

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

/** Zod's messages in words for editors. A schema's own message takes precedence. */
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
      return issue.origin === 'array'
        ? `has ${(input as unknown[]).length} items, at most ${issue.maximum}`
        : `must be ${issue.maximum} or less`
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

function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a group of fields'
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>

/**
 * `tiers[1] (Tier 2 Core).price: must be a number, not "250K"`. Field names are those of `answer`. An item of a list is
 * also named by its name, role or title.
 */
export function describeFaults(answer: unknown, language: Language, issues: readonly Issue[]): string[] {
  return issues.map(({ path, message }) => `${describePath(answer, language, path)}: ${message}`)
}

function describePath(answer: unknown, language: Language, path: readonly PropertyKey[]): string {
  let words = ''
  let value = answer
  const steps = path.map(String)
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    if (isFields(value)) {
      const name = findTranslatedName(value, step, language)
      // The schema saw a `Copy` here, whose path has one more step (`value`).
      if (isCopy(value, step)) steps.shift()
      words = addStep(words, value, name)
      value = value[name]
    } else {
      words = addStep(words, value, step)
      value = Object(value)[step]
    }
  }
  return words
}

/** `members[0] (programme).photo` */
export function findImage(value: unknown, assetId: string, words = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (isFields(value) && Object(value['asset'])._ref === assetId) return words
  const places = Object.entries(value).map(([step, part]) =>
    findImage(part, assetId, addStep(words, value, step)),
  )
  return places.find((place) => place !== undefined)
}

/** `.photo`, `[0] (programme)` */
function addStep(words: string, holder: unknown, step: string): string {
  if (isFields(holder)) return words === '' ? step : `${words}.${step}`
  const { name, role, title } = Object(Object(holder)[step]) as Record<string, unknown>
  const found = [name, role, title].find((word) => typeof word === 'string' && word.trim() !== '')
  return `${words}[${step}]${found === undefined ? '' : ` (${String(found).slice(0, 60)})`}`
}

/** `fetch failed: connect ECONNREFUSED 127.0.0.1:3333` */
function explain(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  return failure.cause instanceof Error ? `${failure.message}: ${explain(failure.cause)}` : failure.message
}
