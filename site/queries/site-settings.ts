import { defineQuery } from 'groq'
import { z } from 'zod'
import { isSecureAddress } from '#domain/link.ts'
import type { ContentQuery } from '../lib/content.ts'
import { copy, copyFields, email, text } from './parts.ts'

export const siteSettingsQuery = defineQuery(`
  *[_type == "siteSettings" && _id == "siteSettings"][0]{
    productName, contactEmail, schedulingUrl,
    ${copyFields('tagline')},
    ${copyFields('organisation')},
    ${copyFields('copyright')},
    ${copyFields('schedulingLabel')}
  }`)

export const siteSettingsSchema = z.object({
  productName: text,
  tagline: copy(text),
  organisation: copy(text),
  copyright: copy(text),
  contactEmail: email,
  schedulingUrl: z.string().trim().min(1).refine(isSecureAddress, { error: 'must begin with https://' }),
  schedulingLabel: copy(text),
})

export type SiteSettings = z.output<typeof siteSettingsSchema>

/** The names and addresses that all pages share. */
export const siteSettings: ContentQuery<SiteSettings> = {
  id: 'siteSettings',
  query: siteSettingsQuery,
  schema: siteSettingsSchema,
}
