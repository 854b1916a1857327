import { z } from 'zod'
import { contentLimits as limits, describeExcess } from '#domain/content-limits.ts'

/** What stands in the Content Lake for a field that was never filled in is null. */
export function optional<Part extends z.ZodType>(part: Part) {
  return part.nullish().transform((value) => value ?? undefined)
}

/** A text of at most so many characters, trimmed. */
function shortText(maximum: number) {
  return z
    .string()
    .trim()
    .refine((value) => value.length <= maximum || [...value].length <= maximum, {
      error: ({ input }) => describeExcess([...String(input)].length, maximum),
    })
}

export const text = shortText(limits.text).min(1)
export const line = shortText(limits.line).min(1)
export const title = shortText(limits.title).min(1)
export const sentences = shortText(limits.sentences).min(1)
export const address = shortText(limits.address).min(1)

export const optionalLine = shortText(limits.line)
  .nullish()
  .transform((value) => value || undefined)

export const texts = z.array(line).min(1).max(limits.lines)

/** GROQ for a field of copy in every language, for `localize` to choose from. */
export const copyFields = (name: string) => `${name}, ${name}_es, ${name}_fr`

const lang = z.literal('en').optional()

/** A piece of copy, of which `localize` has chosen the language. */
export function copy<Part extends z.ZodType>(part: Part) {
  return z.object({ value: part, lang })
}

/** The same where a page does without it. */
export const optionalCopy = copy(optionalLine).transform(({ value, ...rest }) =>
  value === undefined ? undefined : { value, ...rest },
)

/** A number of things, or of whole units of a currency. */
export const count = z.int().nonnegative()

export const range = z.object({ from: count, to: count }).refine(({ from, to }) => from <= to, {
  path: ['to'],
  error: 'must not be less than “from”',
})

export const currency = z.literal('USD')

export const period = z.literal('quarter')

export const email = shortText(limits.email)
  .min(1)
  .pipe(z.email({ error: 'must be an email address' }))

/** A table: at least one item, and no more than a page can carry. */
export function table<Item extends z.ZodType>(item: Item) {
  return z.array(item).min(1).max(limits.items)
}

/** What every page that has a document of its own begins with. */
export const pageParts = { title: copy(title), description: copy(sentences) }
