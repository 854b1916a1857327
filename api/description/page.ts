import { escapeHtml } from '#domain/pages/page-head.ts'
import type { Described, Description, JsonSchema, Response } from './openapi.ts'

/** The colours of site/styles/base.css. */
const style = `
:root { --ink: light-dark(#1b1a17, #eceae4); --line: light-dark(#d6cfc1, #3c3f46); --link: light-dark(#0b3fb8, #8fb5ff);
  --paper: light-dark(#fffdf8, #141619); --quiet: light-dark(#5c584f, #aba79e); --wash: light-dark(#f6f1e6, #1d2024);
  background: var(--paper); color: var(--ink); color-scheme: light dark; font: 100%/1.45 'Familjen Grotesk', system-ui, sans-serif; }
body { margin: 0 auto; max-width: 46rem; overflow-wrap: anywhere; padding: 1rem; }
a { color: var(--link); display: inline-block; padding: .15rem 0; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
h1 { font-size: clamp(1.75rem, 1.6rem + .8vw, 2.25rem); letter-spacing: -.035em; line-height: 1.1; margin: 0; }
h2 { border-bottom: 1px solid var(--line); margin: 2.5rem 0 0; }
h3 { font-size: 1.0625rem; margin: 1.75rem 0 .25rem; }
h4 { color: var(--quiet); font-size: 1rem; margin: .75rem 0 0; }
p { margin: .25rem 0; }
ul, dl { margin: .25rem 0; padding-left: 1.25rem; }
dd { margin-left: 1rem; }
code { background: var(--wash); border-radius: 3px; font-size: .9em; padding: .05em .25em; }
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
  const show = (type: string, schema?: JsonSchema) => {
    if (!schema) return code(type)
    const isForm = type.startsWith('application/x')
    const names = isForm && Object.keys(schema.properties ?? {}).map(code)
    return `${code(type)} ${names ? `with ${names.join(', ')}` : nameType(schema)}`
  }
  return Object.entries(content)
    .map(([type, { schema }]) => show(type, schema))
    .join(' or ')
}

function showOperation(address: string, described: Described): string {
  const { operationId, summary, description, security = [], parameters, requestBody, responses } = described
  const [fine, refused] = [/^[23]/, /^[45]/].map((kind) =>
    Object.entries(responses)
      .filter(([status]) => kind.test(status))
      .map(([status, answer]) => {
        const headers = Object.keys(answer.headers ?? {}).map(code)
        const sent = kind.test('200') ? showContent(answer.content) : ''
        return `<li>${code(status)} ${say(answer.description)} ${sent} ${headers.join(', ')}</li>`
      })
      .join(''),
  )
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
<h4>Answers</h4><ul>${fine}</ul><h4>Errors</h4><ul>${refused}</ul></section>`
}

export function writePage({ info, paths, components }: Description): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ address: `${method.toUpperCase()} ${path}`, one })),
  )
  const groups = [...Map.groupBy(operations, ({ one }) => one.tags[0] ?? '')]
  const schemas = Object.entries(components.schemas)
  const contents = operations.map(
    ({ address, one }) => `<li>${link(one.operationId, code(address))} ${say(one.summary)}</li>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${info.title} API</title>
<style>${style}</style></head><body><header><p><a href="/">${info.title}</a></p></header><main>
<h1>API</h1><p>Version ${info.version}. For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<ul>${info.description
    .split('\n')
    .map((line) => `<li>${say(line)}</li>`)
    .join('')}</ul>
<nav aria-label="Contents"><h2>Contents</h2><ul>${contents.join('')}</ul></nav>
${groups.map(([tag, all]) => `<h2>${say(tag)}</h2>${all.map(({ address, one }) => showOperation(address, one)).join('')}`).join('')}
<h2>Tokens</h2><dl>${Object.entries(components.securitySchemes)
    .map(([name, { description }]) => `<dt id="token-${name}">${code(name)}</dt><dd>${say(description)}</dd>`)
    .join('')}</dl>
<h2>Schemas</h2>${schemas.map(([name, schema]) => `<h3 id="schema-${name}">${name}</h3>${listProperties(schema)}`).join('')}
</main></body></html>`
}
