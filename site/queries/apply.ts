import { defineQuery } from 'groq'
import { z } from 'zod'
import { optionalBody } from './body.ts'
import { copy, copyFields, items, line, optionalText, pageFields, pageParts, text, texts } from './parts.ts'

export const applyQuery = defineQuery(`
  *[_type == "apply" && _id == "apply"][0]{
    ${pageFields},
    ${copyFields('nextSteps')},
    ${copyFields('bookingText')},
    questions[]{ ${copyFields('question')}, ${copyFields('answer')} }
  }`)

export const applySchema = z.object({
  ...pageParts,
  intro: copy(optionalBody),
  nextSteps: copy(texts),
  bookingText: optionalText,
  questions: items(z.object({ question: copy(line), answer: copy(text) })),
})

export type Apply = z.output<typeof applySchema>

export const apply = { id: 'apply', query: applyQuery, schema: applySchema }
