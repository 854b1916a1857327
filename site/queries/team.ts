import { defineQuery } from 'groq'
import { z } from 'zod'
import type { ContentQuery } from '../lib/content.ts'
import { optionalBody } from './body.ts'
import { optional, optionalText, pageParts, text, texts } from './parts.ts'
import { picture } from './picture.ts'

export const teamQuery = defineQuery(`
  *[_type == "team" && _id == "team"][0]{
    title, description, intro,
    members[]{ role, name, responsibilities, photo }
  }`)

export const teamSchema = z.object({
  ...pageParts,
  intro: optionalBody,
  members: z
    .array(z.object({ role: text, name: optionalText, responsibilities: texts, photo: optional(picture) }))
    .min(1),
})

export type Team = z.output<typeof teamSchema>

/** Who runs the programme. */
export const team: ContentQuery<Team> = { id: 'team', query: teamQuery, schema: teamSchema }
