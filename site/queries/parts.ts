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

/** A number of things, or of whole units of a currency. */
export const count = z.int().nonnegative()

export const range = z.object({ from: count, to: count }).refine(({ from, to }) => from <= to, {
  path: ['to'],
  error: 'must not be less than “from”',
})

export const currency = z.literal('USD')

export const email = z
  .string()
  .trim()
  .min(1)
  .pipe(z.email({ error: 'must be an email address' }))

/** What every page that has a document of its own begins with. */
export const pageParts = { title: text, description: text }
