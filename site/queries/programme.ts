import { z } from 'zod'
import { isDay } from '#domain/pacific.ts'
import { loopDays } from '#domain/programme/dates.ts'
import { slots } from '#domain/programme/slots.ts'
import { copyFields, items, optional, optionalText } from './parts.ts'

/** An object also without a document: all questions are open then. Made from the lists, so TypeGen does not read it. */
export const programmeQuery = `{
  "answers": *[_type == "programme" && _id == "programme"][0]{ ${slots.map(({ id }) => copyFields(id)).join(', ')} },
  "dates": *[_type == "programme" && _id == "programme"][0]{ ${loopDays.join(', ')}, demoDays }
}`

const day = z.string().refine(isDay, { error: 'must be a day, such as 2026-12-18' })

function fields<Name extends string, Part extends z.ZodType>(names: readonly Name[], part: Part) {
  return Object.fromEntries(names.map((name) => [name, part])) as Record<Name, Part>
}

export const programmeSchema = z.object({
  answers: optional(
    z.object(
      fields(
        slots.map(({ id }) => id),
        optionalText,
      ),
    ),
  ),
  dates: optional(z.object({ ...fields(loopDays, optional(day)), demoDays: items(day) })),
})

export const programme = { id: 'programme', query: programmeQuery, schema: programmeSchema }
