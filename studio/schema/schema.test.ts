import { describe, expect, test } from 'vitest'
import { createSchema, type SchemaTypeDefinition } from 'sanity'
import { eventTypes, neighborhoods, topics, venues } from '#domain/event.ts'
import { event } from './documents/event.ts'
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

const definitions = schemaTypes as Definition[]
const fields = definitions.flatMap((definition) => listFields(definition))

describe('the schema', () => {
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

  test.each(fields)('%s has a title and a description in a sentence', (_path, { title, description }) => {
    expect(title).toMatch(/^[A-Z]/)
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

describe('the lists of an event', () => {
  test.each([
    ['venue', venues],
    ['neighborhood', neighborhoods],
    ['topics', topics],
    ['types', eventTypes],
  ])('%s offers what the events screen filters by, in its order', (name, words) => {
    const field = (event.fields as Definition[]).find((one) => one.name === name)
    const offered = field?.options?.list?.map((item) => (typeof item === 'string' ? item : item.value))
    expect(offered).toEqual([...words])
  })
})
