import { defineQuery } from 'groq'
import { z } from 'zod'
import { optionalBody } from './body.ts'
import { copy, optional, pageFields, pageParts, table } from './parts.ts'
import { action, actionFields, member, memberFields } from './shared-parts.ts'

export const teamQuery = defineQuery(`
  *[_type == "team" && _id == "team"][0]{
    ${pageFields},
    "members": coalesce(members[]{ ${memberFields} }, members),
    action{ ${actionFields} }
  }`)

export const teamSchema = z.object({
  ...pageParts,
  intro: copy(optionalBody),
  members: table(member),
  action: optional(action),
})

export const team = { id: 'team', query: teamQuery, schema: teamSchema }
