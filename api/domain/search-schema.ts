import * as z from 'zod/mini'
import { eventStateSchema } from '#domain/events/event-schema.ts'

export const searchResultSchema = z.object({
  id: z.guid(),
  title: z.string(),
  date: z.iso.datetime().check(z.describe('When the event begins or the listing was posted.')),
  location: z.string().check(z.describe('SF or NYC for a listing, free text for an event.')),
  path: z.string().check(z.describe('The page, in the language of the request.')),
  about: z.optional(
    z
      .object({ category: z.string(), subcategory: z.string(), text: z.string() })
      .check(z.describe('Only of a listing. The text is shortened.')),
  ),
  ...z.pick(eventStateSchema, { status: true, allDay: true }).shape,
})

export const searchGroupSchema = z.object({
  results: z.array(searchResultSchema).check(z.maxLength(10), z.describe('Best first.')),
  hasMore: z.boolean(),
})

export const searchAnswerSchema = z.object({
  listings: searchGroupSchema,
  events: searchGroupSchema,
  corrected: z.optional(
    z.string().check(z.describe('The text with its unknown words corrected, if that was searched, too.')),
  ),
})
