import { defineQuery } from 'groq'
import { z } from 'zod'
import { copy, copyFields, email, line, secureAddress, title } from './parts.ts'

export const siteSettingsQuery = defineQuery(`
  *[_type == "siteSettings" && _id == "siteSettings"][0]{
    productName, contactEmail, schedulingUrl,
    ${copyFields('tagline')},
    ${copyFields('organisation')},
    ${copyFields('copyright')},
    ${copyFields('schedulingLabel')}
  }`)

export const siteSettingsSchema = z.object({
  productName: title,
  tagline: copy(line),
  organisation: copy(title),
  copyright: copy(line),
  contactEmail: email,
  schedulingUrl: secureAddress,
  schedulingLabel: copy(title),
})

export type SiteSettings = z.output<typeof siteSettingsSchema>

export const siteSettings = { id: 'siteSettings', query: siteSettingsQuery, schema: siteSettingsSchema }
