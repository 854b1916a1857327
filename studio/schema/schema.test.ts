import { describe, expect, test } from 'vitest'
import { createSchema, type SchemaTypeDefinition } from 'sanity'
import { eventTypes, neighborhoods, topics } from '#domain/events/event.ts'
import { languageNames } from '#domain/language.ts'
import { contentTypes } from '#domain/pages/pages.ts'
import { event } from './documents/event.ts'
import { titleOf } from './fields/field-options.ts'
import { isTranslation, translations } from './fields/languages.ts'
import { schemaTypes } from './index.ts'

type Definition = {
  name?: string
  type: string
  title?: string
  description?: string
  fields?: Definition[]
  of?: Definition[]
  icon?: unknown
  preview?: unknown
  marks?: { annotations?: Definition[] }
  options?: { list?: (string | { value: string })[] }
  groups?: { name: string; hidden?: unknown }[]
}

/** Every field of a type, at any depth, with its path. */
function listFields(definition: Definition, path = definition.name ?? ''): [string, Definition][] {
  const own = (definition.fields ?? []).flatMap((field): [string, Definition][] => [
    [`${path}.${field.name}`, field],
    ...listFields(field, `${path}.${field.name}`),
  ])
  const parts = [...(definition.of ?? []), ...(definition.marks?.annotations ?? [])]
  return [...own, ...parts.flatMap((part) => listFields(part, `${path}[${part.name ?? part.type}]`))]
}

const readTitle = ({ name = '', title }: Pick<Definition, 'name' | 'title'>) => titleOf({ name, title })

const definitions = schemaTypes as Definition[]
const fields = definitions.flatMap((definition) => listFields(definition))

describe('the schema', () => {
  test('has the document types that the site uses, and the sources of imports', () => {
    const names = definitions.filter(({ type }) => type === 'document').map(({ name }) => name)
    expect(names.toSorted()).toEqual([...contentTypes, 'importSource'].toSorted())
  })

  test('compiles without a problem', () => {
    const schema = createSchema({ name: 'default', types: schemaTypes as SchemaTypeDefinition[] })
    expect(schema._validation).toEqual([])
  })

  test('finds fields at every depth', () => {
    const paths = fields.map(([path]) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        'about.facts.months',
        'body[block][link].href',
        'sponsors.tiers',
        'tier.price',
      ]),
    )
  })

  test.each(fields)('%s has a title and a description in a sentence', (_path, { description, ...field }) => {
    expect(readTitle(field)).toMatch(/^[A-Z]/)
    expect(description).toMatch(/^[\p{Lu}h].{4,}[.…]$/u)
  })

  test.each(definitions.map((definition) => [definition.name, definition] as const))(
    '%s has a title, a description and an icon',
    (_name, { title, description, icon }) => {
      expect(title).toMatch(/^[A-Z]/)
      expect(description).toMatch(/^[A-Z].*\.$/)
      expect(icon).toBeDefined()
    },
  )

  test.each(definitions.filter(({ type }) => type !== 'array').map((one) => [one.name, one] as const))(
    '%s has a preview',
    (_name, { preview }) => expect(preview).toBeDefined(),
  )
})

describe('the copy of the pages', () => {
  type Tabbed = Definition & { group?: string | string[] }

  /** Whether a field holds free text. Names and addresses are excluded below. */
  const isCopy = ({ type, options, of }: Definition) =>
    options?.list === undefined &&
    (['string', 'text', 'body'].includes(type) || (type === 'array' && of?.[0]?.type === 'string'))

  /** Fields that are the same in every language. A caption belongs to a text, which is translated as a whole. */
  const untranslated = [
    'siteSettings.productName',
    'member.name',
    'quote.name',
    'partner.name',
    'partner.href',
    'callToAction.href',
    'figure.caption',
    'body[block][link].href',
  ]

  const copy = fields.filter(
    ([path, field]) =>
      isCopy(field) &&
      !/^(event|importSource|venue)\./.test(path) &&
      !untranslated.includes(path) &&
      !isTranslation({ name: field.name ?? '' }),
  )

  test('is found at every depth', () => {
    const paths = copy.map(([path]) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['about.intro', 'tier.features', 'sponsors.activations.cities', 'figure.alt']),
    )
  })

  test.each(copy)(
    '%s has a field for each language, in its tab, that falls back to the English',
    (path, field) => {
      for (const language of translations) {
        const found = fields.find(([other]) => other === `${path}_${language}`)
        const translated = found?.[1] as Tabbed | undefined
        expect(translated?.type).toBe(field.type)
        expect(translated?.group).toBe(language)
        expect(translated?.title).toBe(`${readTitle(field)} (${languageNames[language]})`)
        expect(translated?.description).toMatch(/If left empty, the site shows the English\.$/)
      }
    },
  )

  const tabbed = definitions
    .flatMap((definition) => [definition, ...listFields(definition).map(([, field]) => field)])
    .filter(
      ({ name, fields: own }) =>
        name !== 'figure' && own?.some((one) => isTranslation(one as { name: string })),
    )

  test.each(tabbed.map((one) => [one.name, one] as const))(
    '%s shows one language at a time: every field is in a tab, and the tab of all fields is hidden',
    (_name, { groups, fields: own }) => {
      const names = (groups ?? []).filter(({ hidden }) => !hidden).map(({ name }) => name)
      expect(groups?.find(({ name }) => name === 'all-fields')?.hidden).toBe(true)
      expect(names.slice(-translations.length)).toEqual(translations)
      for (const { group } of own as Tabbed[]) expect(names).toEqual(expect.arrayContaining([group].flat()))
    },
  )
})

describe('the lists of an event', () => {
  test.each([
    ['neighborhood', neighborhoods],
    ['topics', topics],
    ['types', eventTypes],
  ])('%s offers what the events screen filters by', (name, words) => {
    const field = (event.fields as Definition[]).find((one) => one.name === name)
    const offered = field?.options?.list?.map((item) => (typeof item === 'string' ? item : item.value))
    expect(offered?.toSorted()).toEqual(words.toSorted())
  })
})
