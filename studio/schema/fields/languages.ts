import { ALL_FIELDS_GROUP, type FieldGroupDefinition } from 'sanity'
import { languageNames, languages } from '#domain/language.ts'
import { TranslationField } from '../../components/fields/TranslationField.tsx'
import type { OptionalFieldOptions } from './field-options.ts'

/** The languages of copy besides English, which every field has. */
export const translations = languages.filter((language) => language !== 'en')

/** Whether a field has what another one says in English. */
export function isTranslation({ name }: { name: string }): boolean {
  return translations.some((language) => name.endsWith(`_${language}`))
}

const english = 'en'

/** One language at a time: a tab with all fields would have each of them three times. */
const noTabOfAll: FieldGroupDefinition = { ...ALL_FIELDS_GROUP, hidden: true }

/**
 * The tabs of a type that has copy: those of its subjects, in English, then one of each other language. Without
 * subjects there is one for English.
 */
export function languageTabs(
  subjects: FieldGroupDefinition[] = [{ name: english, title: 'English', default: true }],
): FieldGroupDefinition[] {
  return [
    noTabOfAll,
    ...subjects,
    ...translations.map((language) => ({ name: language, title: languageNames[language] })),
  ]
}

/** The tabs of a field that has copy within: that of its subject, and that of each other language. */
export function everyTab(subject: string = english): string[] {
  return [subject, ...translations]
}

/** Fields with those that say nothing of a tab in that of English. */
export function inTabs<Field extends { name: string; group?: string | string[] }>(
  fields: readonly Field[],
): Field[] {
  return fields.map((field) => ({ ...field, group: field.group ?? english }))
}

/**
 * A field of copy in English and in each other language, there under `<name>_<language>`, with the same checks but
 * never required: what is empty shows the English. The English is beside each of them.
 */
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
        description: `${options.description} What is left empty shows the English.`,
        optional: true,
        group: language,
        fieldset: undefined,
      }),
      components: { field: TranslationField },
    })),
  ]
}
