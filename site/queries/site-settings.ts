import { defineQuery } from 'groq'
import { z } from 'zod'
import { isSecureAddress } from '#domain/link.ts'
import type { ContentQuery } from '../lib/content.ts'
import { email, text } from './parts.ts'

export const siteSettingsQuery = defineQuery(`
  *[_type == "siteSettings" && _id == "siteSettings"][0]{
    productName, tagline, organisation, copyright, contactEmail, schedulingUrl, schedulingLabel
  }`)

export const siteSettingsSchema = z.object({
  productName: text,
  tagline: text,
  organisation: text,
  copyright: text,
  contactEmail: email,
  schedulingUrl: z.string().trim().min(1).refine(isSecureAddress, { error: 'must begin with https://' }),
  schedulingLabel: text,
})

export type SiteSettings = z.output<typeof siteSettingsSchema>

/** The names and addresses that all pages share. */
export const siteSettings: ContentQuery<SiteSettings> = {
  id: 'siteSettings',
  query: siteSettingsQuery,
  schema: siteSettingsSchema,
}
