import { ALL_FIELDS_GROUP, type FieldDefinition, type FieldGroupDefinition } from 'sanity'
import { languageNames, languages } from '#domain/language.ts'
import { capitalize } from '../../components/capitalize.ts'
import { TranslationField } from '../../components/fields/TranslationField.tsx'
import { type OptionalFieldOptions, titleOf } from './field-options.ts'

export const translations = languages.filter((language) => language !== 'en')

export function isTranslation({ name }: { name: string }): boolean {
  return translations.some((language) => name.endsWith(`_${language}`))
}

const english = 'en'

/** A tab with all fields would show each of them three times. */
const noTabOfAll: FieldGroupDefinition = { ...ALL_FIELDS_GROUP, hidden: true }

/** For a field that contains translated fields. */
export const everyTab: string[] = [english, ...translations]

/** Puts fields into a tab. Their translations have tabs of their own. */
export function inTab(tab: string, fields: FieldDefinition[]): FieldDefinition[] {
  const toTab = (name: string) => (name === english ? tab : name)
  return fields.map((field) => {
    const { group = english } = field
    return { ...field, group: typeof group === 'string' ? toTab(group) : group.map(toTab) }
  })
}

/** The tabs and fields of a translated type: a tab for each subject, in English, then one for each other language. */
export function inTabs(subjects: Record<string, FieldDefinition[]>) {
  const groups: FieldGroupDefinition[] = [
    noTabOfAll,
    ...Object.keys(subjects).map((name, index) => ({ name, title: capitalize(name), default: index === 0 })),
    ...translations.map((language) => ({ name: language, title: languageNames[language] })),
  ]
  return { groups, fields: Object.entries(subjects).flatMap(([tab, fields]) => inTab(tab, fields)) }
}

/** The tabs and fields of a type with one tab for each language. */
export function inLanguageTabs(fields: FieldDefinition[]) {
  return inTabs({ English: fields })
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
        title: `${titleOf(options)} (${languageNames[language]})`,
        description: `${options.description} If left empty, the site shows the English.`,
        optional: true,
        group: language,
        fieldset: undefined,
      }),
      components: { field: TranslationField },
    })),
  ]
}
