import fc from 'fast-check'
import type { JsonSchema } from '../description/openapi.ts'

/** Values that match a schema of the description, as far as they are checked by the tests. `schemas`: its components. */
export function arbitraryFrom(
  schema: JsonSchema,
  schemas: Record<string, JsonSchema>,
): fc.Arbitrary<unknown> {
  const from = (one: unknown) => arbitraryFrom(one as JsonSchema, schemas)
  const named = schemas[String(schema.$ref).replace('#/components/schemas/', '')]
  if (named) return from(named)
  if (schema.examples) return fc.constantFrom(...schema.examples)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(from))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => from({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return arbitraryText(schema)
    case 'number':
      return fc.integer({ min: 1, max: 1_000_000 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(from(schema.items), { minLength: schema.minItems ?? 0, maxLength: 3 })
    case 'object':
      return arbitraryObject(schema, from)
    default:
      return fc.jsonValue()
  }
}

const pad = (number: number) => String(number).padStart(2, '0')
const arbitraryDay = fc
  .tuple(
    fc.integer({ min: 1900, max: 2100 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, day]) => `${year}-${pad(month)}-${pad(day)}`)

function arbitraryText({
  format,
  pattern,
  minLength = 0,
  maxLength = 2_000,
}: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.stringMatching(/^[\da-f]{8}(-[\da-fA-F]{4}){3}-[\da-f]{12}$/)
  if (format === 'date') return arbitraryDay
  if (format === 'date-time') return arbitraryDay.map((day) => `${day}T12:00:00Z`)
  const isRight = (text: string) => [...text].length >= minLength && [...text].length <= maxLength
  if (pattern === undefined)
    return fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 60) })
  return fc.stringMatching(new RegExp(pattern, 'u')).filter(isRight)
}

function arbitraryObject(
  { properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema,
  from: (schema: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<object> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, from(one)]))
  const needed = Object.fromEntries(required.map((name) => [name, fields[name] ?? fc.anything()]))
  if (propertyNames && typeof additionalProperties === 'object')
    return fc.dictionary(from(propertyNames) as fc.Arbitrary<string>, from(additionalProperties), {
      maxKeys: 2,
    })
  return fc.oneof(fc.record(needed), fc.record(fields, { requiredKeys: required }))
}
