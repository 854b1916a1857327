import { defineQuery } from 'groq'
import { z } from 'zod'
import { body, optionalBody } from './body.ts'
import { copy, copyFields, email, items, optional, pageFields, pageParts, text } from './parts.ts'
import { member, memberFields, quote, quoteFields } from './shared-parts.ts'

export const mentorsQuery = defineQuery(`
  *[_type == "mentors" && _id == "mentors"][0]{
    ${pageFields},
    ${copyFields('engagement')},
    ${copyFields('value')},
    ${copyFields('process')},
    ${copyFields('contactText')},
    contactEmail,
    people[]{ ${memberFields} },
    quotes[]{ ${quoteFields} }
  }`)

export const mentorsSchema = z.object({
  ...pageParts,
  intro: copy(optionalBody),
  engagement: copy(body),
  value: copy(body),
  process: copy(body),
  contactText: copy(text),
  contactEmail: optional(email),
  people: items(member),
  quotes: items(quote),
})

export const mentors = { id: 'mentors', query: mentorsQuery, schema: mentorsSchema }
