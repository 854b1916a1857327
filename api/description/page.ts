import { escapeHtml } from '#domain/pages/page-head.ts'
import { formType } from '../http/read-body.ts'
import type { Described, Description, JsonSchema, Response } from './openapi.ts'

/** The browser's own colours, light or dark. */
const style = `
:root { color-scheme: light dark; font: 100%/1.45 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 46rem; overflow-wrap: anywhere; padding: 1rem; }
a { display: inline-block; padding: .15rem 0; }
h2 { border-bottom: 1px solid; margin: 2.5rem 0 0; }
h3 { margin: 1.75rem 0 .25rem; }
h4, p, ul, dl { margin: .25rem 0; }
ul, dl { padding-left: 1.25rem; }
dd { margin-left: 1rem; }
`

const code = (text: string) => `<code>${escapeHtml(text)}</code>`
/** With `code` in backticks. */
const say = (text = '') =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? code(part) : escapeHtml(part)))
    .join('')
const explain = (text?: string) => (text === undefined ? '' : `: ${say(text)}`)
const link = (id: string, html: string) => `<a href="#${id}">${html}</a>`
const refName = ({ $ref }: JsonSchema) => String($ref ?? '').replace('#/components/schemas/', '')

function nameType(schema: JsonSchema): string {
  const { type, format, items, anyOf, pattern, properties } = schema
  const name = refName(schema)
  if (name) return link(`schema-${name}`, escapeHtml(name))
  const choices = 'const' in schema ? [schema.const] : schema.enum
  if (choices) return choices.map((choice) => code(JSON.stringify(choice))).join(', ')
  if (anyOf) return anyOf.map((one) => nameType(one as JsonSchema)).join(' or ')
  if (type === 'array') return `list of ${nameType(items as JsonSchema)}`
  if (properties) return listProperties(schema)
  const limits = Object.entries({ 'at least': schema.minLength, 'at most': schema.maxLength })
    .filter(([, length]) => typeof length === 'number')
    .map(([words, length]) => `, ${words} ${Number(length).toLocaleString('en')} characters`)
  const form = pattern === undefined ? '' : ` like ${code(pattern)}`
  return escapeHtml(String(format ?? [type ?? 'anything'].flat().join(' or '))) + limits.join('') + form
}

function listProperties({ properties = {}, required = [] }: JsonSchema): string {
  const list = Object.entries(properties as Record<string, JsonSchema>).map(([name, property]) => {
    const optional = required.includes(name) ? '' : ' (optional)'
    return `<dt>${code(name)}${optional}</dt><dd>${nameType(property)}${explain(property.description)}</dd>`
  })
  return `<dl>${list.join('')}</dl>`
}

function showContent(content: Response['content'] = {}): string {
  const shown = Object.entries(content).map(([type, { schema }]) => {
    if (!schema) return code(type)
    const names = Object.keys(schema.properties ?? {}).map(code)
    return `${code(type)} ${type === formType ? `with ${names.join(', ')}` : nameType(schema)}`
  })
  return shown.join(' or ')
}

function showOperation(address: string, described: Described): string {
  const { operationId, summary, description, security = [], parameters, requestBody, responses } = described
  const [answers, errors] = [/^[23]/, /^[45]/].map((kind) => {
    const some = Object.entries(responses).filter(([status]) => kind.test(status))
    const lines = some.map(([status, { description: text, content, headers = {} }]) => {
      const sent = kind.test('200') ? showContent(content) : ''
      return `<li>${code(status)} ${say(text)} ${sent} ${Object.keys(headers).map(code).join(', ')}</li>`
    })
    return lines.join('')
  })
  const tokens = security.flatMap((scheme) => Object.keys(scheme)).map((name) => link(`token-${name}`, name))
  const isOptional = security.some((scheme) => Object.keys(scheme).length === 0)
  const inputs = parameters.map(
    ({ name, in: place, required, description: text, schema }) =>
      `<dt>${code(name)} in the ${place}${required ? '' : ' (optional)'}</dt><dd>${nameType(schema)}${explain(text)}</dd>`,
  )
  return `<section aria-labelledby="${operationId}"><h3 id="${operationId}">${code(address)}</h3>
<p><strong>${say(summary)}.</strong> ${say(description)}</p>
${tokens.length > 0 ? `<p>Needs ${tokens.join(' or ')}${isOptional ? ' (optional)' : ''}.</p>` : ''}
${inputs.length > 0 ? `<h4>Parameters</h4><dl>${inputs.join('')}</dl>` : ''}
${requestBody ? `<h4>Body</h4><div>${showContent(requestBody.content)}</div>` : ''}
<h4>Answers</h4><ul>${answers}</ul><h4>Errors</h4><ul>${errors}</ul></section>`
}

export function writePage({ info, paths, components }: Description): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ address: `${method.toUpperCase()} ${path}`, one })),
  )
  const groups = [...Map.groupBy(operations, ({ one }) => one.tags[0] ?? '')]
  const contents = operations.map(
    ({ address, one }) => `<li>${link(one.operationId, code(address))} ${say(one.summary)}</li>`,
  )
  const about = info.description.split('\n').map((line) => `<li>${say(line)}</li>`)
  const described = groups.map(
    ([tag, all]) =>
      `<h2>${say(tag)}</h2>${all.map(({ address, one }) => showOperation(address, one)).join('')}`,
  )
  const tokens = Object.entries(components.securitySchemes).map(
    ([name, { description }]) => `<dt id="token-${name}">${code(name)}</dt><dd>${say(description)}</dd>`,
  )
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `<h3 id="schema-${name}">${name}</h3>${listProperties(schema)}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${info.title} API</title>
<style>${style}</style></head><body><header><p><a href="/">${info.title}</a></p></header><main>
<h1>API</h1><p>Version ${info.version}. For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<ul>${about.join('')}</ul>
<nav aria-label="Contents"><h2>Contents</h2><ul>${contents.join('')}</ul></nav>
${described.join('')}
<h2>Tokens</h2><dl>${tokens.join('')}</dl>
<h2>Schemas</h2>${schemas.join('')}
</main></body></html>`
}
