import { defineQuery } from 'groq'
import { z } from 'zod'
import { copy, copyFields, optionalSentences, sentences } from './parts.ts'

export const homeQuery = defineQuery(`
  *[_type == "home" && _id == "home"][0]{
    ${copyFields('description')},
    ${copyFields('sidebarText')},
    ${copyFields('programme')},
    ${copyFields('nextStep')}
  }`)

export const homeSchema = z.object({
  description: copy(sentences),
  sidebarText: copy(sentences),
  programme: optionalSentences,
  nextStep: optionalSentences,
})

export const home = { id: 'home', query: homeQuery, schema: homeSchema }
