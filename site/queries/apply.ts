import { defineQuery } from 'groq'
import { z } from 'zod'
import { optionalBody } from './body.ts'
import { copy, copyFields, pageParts, texts } from './parts.ts'

export const applyQuery = defineQuery(`
  *[_type == "apply" && _id == "apply"][0]{
    ${copyFields('title')},
    ${copyFields('description')},
    ${copyFields('intro')},
    ${copyFields('nextSteps')}
  }`)

export const applySchema = z.object({ ...pageParts, intro: copy(optionalBody), nextSteps: copy(texts) })

export const apply = { id: 'apply', query: applyQuery, schema: applySchema }
