import { defineQuery } from 'groq'
import { z } from 'zod'
import type { ContentQuery } from '../lib/content.ts'
import { optionalBody } from './body.ts'
import { email, optional, pageParts, text } from './parts.ts'

export const contactQuery = defineQuery(`
  *[_type == "contact" && _id == "contact"][0]{
    title, description, intro, applyText, mentorsText, mentorsEmail, sponsorsText
  }`)

export const contactSchema = z.object({
  ...pageParts,
  intro: optionalBody,
  applyText: text,
  mentorsText: text,
  mentorsEmail: optional(email),
  sponsorsText: text,
})

export type Contact = z.output<typeof contactSchema>

/** How to reach the programme. */
export const contact: ContentQuery<Contact> = { id: 'contact', query: contactQuery, schema: contactSchema }
