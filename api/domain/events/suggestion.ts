import * as z from 'zod/mini'
import { cleanText } from '#domain/clean-text.ts'
import { contentLimits } from '#domain/content/content-limits.ts'
import { isWebAddress } from '#domain/events/event.ts'
import { readTypedDate } from '#domain/events/typed-date.ts'
import { isTooLong } from '#domain/events/when.ts'
import type { ImportedFields } from '#domain/import/found.ts'
import { messages, type Messages } from '#domain/language.ts'
import { startOfDay, toDay, toLocal } from '#domain/pacific.ts'
import { plainTextSchema } from '#domain/plain-text.ts'

/** `address`: what the site reads the event from. */
export type SuggestionField = keyof Messages['suggest']['fields']
export type TypedSuggestion = Partial<Record<SuggestionField, string>>
export type Suggestion = Pick<ImportedFields, 'date' | 'end' | 'allDay'> & z.infer<typeof textsSchema>

function textSchema(
  field: SuggestionField,
  maximum: number = contentLimits.line,
  lines: 'one' | 'many' = 'one',
) {
  const messagesOf = () => {
    const { fields, faults } = messages().suggest
    return { ...messages().faults, name: fields[field], missing: faults[field] }
  }
  return plainTextSchema({ messagesOf, maximum, lines })
}

const textsSchema = z.object({
  title: textSchema('title', contentLimits.title),
  location: textSchema('location'),
  organizers: textSchema('organizers'),
  price: z.optional(textSchema('price')),
  url: z.optional(
    textSchema('url', contentLimits.address).check(
      z.refine(isWebAddress, { error: () => messages().suggest.faults.url }),
    ),
  ),
  description: z.optional(textSchema('description', contentLimits.text, 'many')),
})

/** Checks what a visitor has typed. Dates are in Pacific time, as people write them or as a browser's field sends them. */
export function readSuggestion(
  typed: TypedSuggestion,
  now: Date,
): { suggestion?: Suggestion; faults: TypedSuggestion } {
  const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => cleanText(text, 'one') !== ''))
  const { data, error } = textsSchema.safeParse(given)
  const faults: TypedSuggestion = {}
  for (const { path, message } of error?.issues ?? []) faults[path[0] as SuggestionField] ??= message
  const isWhole = given['allDay'] !== undefined
  const allDay = isWhole ? { allDay: true as const } : {}
  const read = (text = '') => {
    const { instant } = readTypedDate(text, { allDay: isWhole, now })
    return instant && isWhole ? startOfDay(toDay(instant)).toISOString() : instant
  }
  const [date, end] = [read(given['date']), read(given['end'])]
  const { faults: sentences } = messages().suggest
  if (date === undefined || toDay(date) < toDay(now)) faults.date = sentences.date
  // The end of a whole day may be that day.
  const isAfter = end !== undefined && (date === undefined || end > date || (isWhole && end === date))
  if (given['end'] !== undefined && (!isAfter || (date !== undefined && isTooLong({ date, end, ...allDay }))))
    faults.end = sentences.end
  if (!data || date === undefined || Object.keys(faults).length > 0) return { faults }
  return { suggestion: { ...data, date, ...(end !== undefined && end > date && { end }), ...allDay }, faults }
}

export function toTyped({ location = '', ...fields }: ImportedFields, address: string): TypedSuggestion {
  const { title, date, end, allDay, organizers, price, url, description, address: street = '' } = fields
  const [from, until] = [date, end].map((instant) => instant && toLocal(instant).slice(0, 16))
  const place = location.includes(street) ? location : [location, street].filter(Boolean).join(', ')
  const typed = { title, date: from, end: until, location: place, organizers, price, url, description }
  const given = Object.entries({ ...typed, allDay: allDay && 'on', address })
  return Object.fromEntries(given.filter(([, text]) => text !== undefined))
}
