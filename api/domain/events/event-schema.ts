import * as z from 'zod/mini'
import { eventStatuses } from '#domain/events/event.ts'

/** A separate file, so that pages which import event.ts load no zod. */

export const coordinatesSchema = z
  .object({ latitude: z.number(), longitude: z.number() })
  .check(z.describe('In degrees: north and east are positive.'))

export const venueSchema = z
  .object({
    name: z.string(),
    address: z.optional(z.string().check(z.describe('Street and city.'))),
    coordinates: z.optional(coordinatesSchema),
    url: z.optional(z.url()),
  })
  .check(z.describe('A place where events take place regularly.'))

export const eventStateSchema = z.object({
  end: z.optional(z.iso.datetime().check(z.describe('After `date`. All-day: any time on the last day.'))),
  allDay: z.optional(z.literal(true)),
  status: z.optional(z.enum(eventStatuses)),
  formerDate: z.optional(z.iso.datetime().check(z.describe('The first date of a rescheduled event.'))),
  venue: z.optional(venueSchema),
})

export const eventSummarySchema = z.extend(eventStateSchema, {
  id: z.guid(),
  title: z.string(),
  date: z.iso.datetime(),
  organizers: z.string(),
  location: z.string(),
  url: z.nullable(z.url()),
  price: z.nullable(z.string()),
  registrationType: z.nullable(z.string()),
  topics: z.array(z.string()),
  types: z.array(z.string()),
})

export const eventImageSchema = z
  .object({ url: z.string(), srcSet: z.string(), alt: z.string(), width: z.int(), height: z.int() })
  .check(z.describe('`url` and `srcSet` name files of the site; `width` and `height` are those of `url`.'))

export const eventDetailsSchema = z.object({
  address: z.optional(z.string().check(z.describe('Street and city.'))),
  organizerUrl: z.optional(z.url()),
  recordingUrl: z.optional(z.url().check(z.describe('For afterwards.'))),
  slidesUrl: z.optional(z.url().check(z.describe('For afterwards.'))),
  series: z.optional(z.string().check(z.describe('Events with the same text belong together.'))),
  language: z.optional(z.string().check(z.describe('BCP 47.'))),
  image: z.optional(eventImageSchema),
  updatedAt: z.iso.datetime(),
})

export const calendarEventSchema = z.extend(eventSummarySchema, {
  description: z.nullable(z.string()),
  ...eventDetailsSchema.shape,
})
