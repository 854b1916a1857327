import { defineQuery } from 'groq'
import { z } from 'zod'
import { optionalBody } from './body.ts'
import { copy, copyFields, optional, optionalLine, pageParts, photo, table, texts, title } from './parts.ts'

export const teamQuery = defineQuery(`
  *[_type == "team" && _id == "team"][0]{
    ${copyFields('title')},
    ${copyFields('description')},
    ${copyFields('intro')},
    "members": coalesce(
      members[]{
        ${copyFields('role')}, name, ${copyFields('responsibilities')},
        photo{ asset, crop, hotspot, ${copyFields('alt')} }
      },
      members
    )
  }`)

export const teamSchema = z.object({
  ...pageParts,
  intro: copy(optionalBody),
  members: table(
    z.object({
      role: copy(title),
      name: optionalLine,
      responsibilities: copy(texts),
      photo: optional(photo),
    }),
  ),
})

export const team = { id: 'team', query: teamQuery, schema: teamSchema }
