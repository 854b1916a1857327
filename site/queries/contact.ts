import { defineQuery } from 'groq'
import { z } from 'zod'
import { optionalBody } from './body.ts'
import { copy, copyFields, email, optional, pageFields, pageParts, text } from './parts.ts'

export const contactQuery = defineQuery(`
  *[_type == "contact" && _id == "contact"][0]{
    ${pageFields},
    ${copyFields('applyText')},
    ${copyFields('mentorsText')},
    ${copyFields('sponsorsText')},
    mentorsEmail
  }`)

export const contactSchema = z.object({
  ...pageParts,
  intro: copy(optionalBody),
  applyText: copy(text),
  mentorsText: copy(text),
  mentorsEmail: optional(email),
  sponsorsText: copy(text),
})

export const contact = { id: 'contact', query: contactQuery, schema: contactSchema }
