import { describe, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import type { Language } from '#domain/language.ts'
import type { Copy } from '../lib/content/localize.ts'
import type { aboutSchema } from './about.ts'
import type { applySchema } from './apply.ts'
import type { contactSchema } from './contact.ts'
import type { homeSchema } from './home.ts'
import type { mentorsSchema } from './mentors.ts'
import type { siteSettingsSchema } from './site-settings.ts'
import type { sponsorsSchema } from './sponsors.ts'
import type { teamSchema } from './team.ts'
import type {
  AboutQueryResult,
  ApplyQueryResult,
  ContactQueryResult,
  HomeQueryResult,
  MentorsQueryResult,
  SiteSettingsQueryResult,
  SponsorsQueryResult,
  TeamQueryResult,
} from './types.ts'

// Checked by the compiler: the site accepts what the Studio lets editors publish, field for field.
type QueryTypes = {
  about: [AboutQueryResult, typeof aboutSchema]
  apply: [ApplyQueryResult, typeof applySchema]
  contact: [ContactQueryResult, typeof contactSchema]
  home: [HomeQueryResult, typeof homeSchema]
  mentors: [MentorsQueryResult, typeof mentorsSchema]
  siteSettings: [SiteSettingsQueryResult, typeof siteSettingsSchema]
  sponsors: [SponsorsQueryResult, typeof sponsorsSchema]
  team: [TeamQueryResult, typeof teamSchema]
}

type Translated = `${string}_${Exclude<Language, 'en'>}`
type Translations<Answer, Name> = Name extends string
  ? Answer[Extract<keyof Answer, `${Name}_${Exclude<Language, 'en'>}`>]
  : never
type IsNever<Type> = [Type] extends [never] ? true : false

/** The return type of `localize`: a field with translations becomes a `Copy`, and the translations are removed. */
type Localized<Answer> = Answer extends readonly (infer Item)[]
  ? Localized<Item>[]
  : Answer extends object
    ? {
        [Name in keyof Answer as Exclude<Name, Translated>]: IsNever<Translations<Answer, Name>> extends true
          ? Localized<Answer[Name]>
          : Copy<Answer[Name] | NonNullable<Translations<Answer, Name>>>
      }
    : Answer

type LocalizedResult = { [Id in keyof QueryTypes]: Localized<NonNullable<QueryTypes[Id][0]>> }
type SchemaInput = { [Id in keyof QueryTypes]: z.input<QueryTypes[Id][1]> }
type Fields<Documents> = { [Id in keyof Documents]: keyof Documents[Id] }

describe('the types that the Studio’s schema generates', () => {
  it('are accepted by the site’s schemas', () => {
    expectTypeOf<LocalizedResult>().toExtend<SchemaInput>()
  })

  it('have the same fields as the site’s schemas', () => {
    expectTypeOf<Fields<LocalizedResult>>().toEqualTypeOf<Fields<SchemaInput>>()
  })
})
