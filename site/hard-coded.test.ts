import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Attributes that people read or hear. */
const spoken =
  /^(abbr|alt|aria-(label|description|roledescription|valuetext)|empty|heading|label|placeholder|text|title)$/
const word = /\p{L}{2}/u

/** A component's markup as TSX; of a page of Astro's, what stands below its head. */
function readMarkup(path: string): string {
  const source = readFileSync(path, 'utf8')
  if (!path.endsWith('.astro')) return source
  const below = source.split(/^---$/m).slice(2).join('---')
  const template = below.replace(/<(style|script)\b.*?<\/\1>|<!doctype html>/gs, '')
  return `const markup = <>${template}</>`
}

/** Texts of our own in a source: what stands in markup, in attributes that people hear, and in `html` templates. */
function listTexts(source: string): string[] {
  const file = ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) found.push(node.text.replace(/&\w+;/g, ''))
    if (ts.isJsxAttribute(node) && spoken.test(node.name.getText())) listLiterals(node.initializer, found)
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) listLiterals(node.expression, found)
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html') {
      found.push(...listHtmlTexts(node.template))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found.map((text) => text.trim()).filter((text) => word.test(text))
}

/** The literals that an expression may come out as: what it compares, calls or renders is another matter. */
function listLiterals(node: ts.Node | undefined, found: string[]): void {
  if (!node) return
  if (ts.isStringLiteralLike(node)) found.push(node.text)
  if (ts.isTemplateExpression(node)) {
    found.push(node.head.text, ...node.templateSpans.map(({ literal }) => literal.text))
  }
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) listLiterals(node.expression, found)
  if (ts.isConditionalExpression(node)) {
    listLiterals(node.whenTrue, found)
    listLiterals(node.whenFalse, found)
  }
  if (ts.isBinaryExpression(node)) {
    if (node.operatorToken.kind !== ts.SyntaxKind.EqualsEqualsEqualsToken) listLiterals(node.right, found)
    if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) listLiterals(node.left, found)
  }
}

function listHtmlTexts(template: ts.TemplateLiteral): string[] {
  const parts = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
  const markup = parts.join('\0')
  const attributes = [...markup.matchAll(/([\w-]+)="([^"]*)"/g)].filter(([, name = '']) => spoken.test(name))
  // A template of attributes alone goes into a tag.
  const isInTag = !markup.includes('<') && /^\s|="/.test(markup)
  const texts = isInTag
    ? []
    : markup
        .replace(/<[^>]*>/g, '\0')
        .replace(/&\w+;/g, '')
        .split('\0')
  return [...texts, ...attributes.map(([, , value = '']) => value.replaceAll('\0', ''))]
}

describe('a text that is written into a component', () => {
  it.each([
    ['<p>post</p>', ['post']],
    ['<a aria-label="next month" href="/next">›</a>', ['next month']],
    ['<p>{isBusy ? "posting..." : words().post}</p>', ['posting...']],
    ['<p>{isBusy && "busy"} {isOpen === "yes"}</p>', ['busy']],
    ['<a title={`${count} events`}>{fill(text, { count })}</a>', ['events']],
  ])('is found in %s', (markup, texts) => {
    expect(listTexts(`const markup = ${markup}`)).toEqual(texts)
  })

  it('is found in a template of the server', () => {
    const source = 'html`<p title="mine">${a} more ${html`<b>${c}</b>`}</p>&gt;<img alt="${alt}">`'
    expect(listTexts(source)).toEqual(['more', 'mine'])
  })
})

const patterns = ['site/{islands,components,layouts,pages}/**/*.{tsx,astro}', 'api/fills/words/*.ts']
const files = (await Array.fromAsync(glob(patterns, { cwd: root }))).filter(
  (path) => !path.includes('.test.'),
)

it.each(files.toSorted())('%s has no words of its own: they stand in the dictionaries', (path) => {
  expect(listTexts(readMarkup(`${root}${path}`))).toEqual([])
})
