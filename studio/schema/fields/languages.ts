import { ALL_FIELDS_GROUP, type FieldGroupDefinition } from 'sanity'
import { languageNames, languages } from '#domain/language.ts'
import { TranslationField } from '../../components/fields/TranslationField.tsx'
import type { OptionalFieldOptions } from './field-options.ts'

export const translations = languages.filter((language) => language !== 'en')

export function isTranslation({ name }: { name: string }): boolean {
  return translations.some((language) => name.endsWith(`_${language}`))
}

const english = 'en'

/** A tab with all fields would show each of them three times. */
const noTabOfAll: FieldGroupDefinition = { ...ALL_FIELDS_GROUP, hidden: true }

/** The tabs of a translated type: its subjects in English, or one for English, then the other languages. */
export function languageTabs(
  subjects: FieldGroupDefinition[] = [{ name: english, title: 'English', default: true }],
): FieldGroupDefinition[] {
  return [
    noTabOfAll,
    ...subjects,
    ...translations.map((language) => ({ name: language, title: languageNames[language] })),
  ]
}

/** For a field that contains translated fields. */
export function everyTab(subject: string = english): string[] {
  return [subject, ...translations]
}

/** Puts fields without a tab into English. */
export function inTabs<Field extends { name: string; group?: string | string[] }>(
  fields: readonly Field[],
): Field[] {
  return fields.map((field) => ({ ...field, group: field.group ?? english }))
}

/** A field in English and, as `<name>_<language>`, optional fields for the other languages, which quote the English. */
export function inLanguages<Options extends OptionalFieldOptions, Field>(
  makeField: (options: Options) => Field,
  options: Options,
): Field[] {
  return [
    makeField(options),
    ...translations.map((language) => ({
      ...makeField({
        ...options,
        name: `${options.name}_${language}`,
        title: `${options.title} (${languageNames[language]})`,
        description: `${options.description} If left empty, the site shows the English.`,
        optional: true,
        group: language,
        fieldset: undefined,
      }),
      components: { field: TranslationField },
    })),
  ]
}
