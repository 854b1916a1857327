import { z } from 'zod'

/** What stands in the Content Lake for a field that was never filled in is null. */
export function optional<Part extends z.ZodType>(part: Part) {
  return part.nullish().transform((value) => value ?? undefined)
}

export const text = z.string().trim().min(1)

export const optionalText = z
  .string()
  .trim()
  .nullish()
  .transform((value) => value || undefined)

export const texts = z.array(text).min(1)

/** GROQ for a field of copy in every language, for `localize` to choose from. */
export const copyFields = (name: string) => `${name}, ${name}_es, ${name}_fr`

const lang = z.literal('en').optional()

/** A piece of copy, of which `localize` has chosen the language. */
export function copy<Part extends z.ZodType>(part: Part) {
  return z.object({ value: part, lang })
}

/** The same where a page does without it. */
export const optionalCopy = copy(optionalText).transform(({ value, ...rest }) =>
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

export const email = z
  .string()
  .trim()
  .min(1)
  .pipe(z.email({ error: 'must be an email address' }))

/** What every page that has a document of its own begins with. */
export const pageParts = { title: copy(text), description: copy(text) }
