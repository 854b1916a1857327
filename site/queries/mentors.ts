import { defineQuery } from 'groq'
import { z } from 'zod'
import type { ContentQuery } from '../lib/content.ts'
import { body, optionalBody } from './body.ts'
import { email, optional, pageParts, text } from './parts.ts'

export const mentorsQuery = defineQuery(`
  *[_type == "mentors" && _id == "mentors"][0]{
    title, description, intro, engagement, value, process, contactText, contactEmail
  }`)

export const mentorsSchema = z.object({
  ...pageParts,
  intro: optionalBody,
  engagement: body,
  value: body,
  process: body,
  contactText: text,
  contactEmail: optional(email),
})

export type Mentors = z.output<typeof mentorsSchema>

/** What mentors do, and what they have of it. */
export const mentors: ContentQuery<Mentors> = { id: 'mentors', query: mentorsQuery, schema: mentorsSchema }
