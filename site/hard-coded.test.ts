import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Attributes and properties that people read or hear. */
const spoken =
  /^(abbr|alt|aria-(label|description|roledescription|valuetext)|empty|heading|label|message|placeholder|text|title)$/
/** Attributes with words that nobody reads. */
const unspoken = /^(class|className|class:list|rel|sizes|style)$/
const word = /\p{L}{2}/u
/** Two words, or one capitalized word: names of fields, keys and classes are neither. */
const sentence = /\p{L}{2,}[’'.,:!?…]* \p{L}|^\p{Lu}\p{Ll}{2,}(?=[ .!?…]|$)/u

/** A component as TSX. For an Astro file: its frontmatter, scripts and markup. */
function readSource(path: string): string {
  const source = readFileSync(path, 'utf8')
  if (!path.endsWith('.astro')) return source
  const [, head = '', ...below] = source.split(/^---$/m)
  const template = below.join('---')
  const scripts = [...template.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script)
  const markup = template.replace(/<(style|script)\b.*?<\/\1>|<!doctype html>/gs, '')
  return [head, ...scripts, `const markup = <>${markup}</>`].join('\n')
}

/**
 * Hard-coded texts in a source: in markup, in attributes that people read or hear, in `html` templates, and any other
 * string that looks like a sentence.
 */
function listTexts(source: string): string[] {
  const file = ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found = new Set<string>()
  const add = (texts: readonly string[]) => texts.forEach((text) => found.add(text.trim()))
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return
    if (ts.isJsxAttribute(node) && unspoken.test(node.name.getText())) return
    if (ts.isJsxText(node)) add([node.text.replace(/&\w+;/g, '')])
    if (ts.isJsxAttribute(node) && spoken.test(node.name.getText())) add(listLiterals(node.initializer))
    if (ts.isPropertyAssignment(node) && spoken.test(node.name.getText())) add(listLiterals(node.initializer))
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) add(listLiterals(node.expression))
    if (isText(node) && !isCompared(node) && sentence.test(node.text)) add([node.text])
    if (!ts.isTaggedTemplateExpression(node)) return ts.forEachChild(node, visit)
    if (node.tag.getText() === 'html') add(listHtmlTexts(node.template))
    if (ts.isTemplateExpression(node.template))
      node.template.templateSpans.forEach(({ expression }) => visit(expression))
  }
  visit(file)
  return [...found].filter((text) => word.test(text))
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node)
  )
}

/** A literal that is only compared, such as a key name: `case 'Home'`, `key === 'Enter'`. */
function isCompared({ parent }: ts.Node): boolean {
  return (
    ts.isCaseClause(parent) ||
    (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText()))
  )
}

/** The literals that an expression can evaluate to. Ignores what it compares, calls or renders. */
function listLiterals(node: ts.Node | undefined): string[] {
  if (!node) return []
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return listLiterals(node.expression)
  if (ts.isConditionalExpression(node))
    return [...listLiterals(node.whenTrue), ...listLiterals(node.whenFalse)]
  if (ts.isBinaryExpression(node) && !isCompared(node.right))
    return [...listLiterals(node.left), ...listLiterals(node.right)]
  return []
}

function listHtmlTexts(template: ts.TemplateLiteral): string[] {
  const parts = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
  const markup = parts.join('\0')
  const attributes = [...markup.matchAll(/([\w-]+)="([^"]*)"/g)].filter(([, name = '']) => spoken.test(name))
  // A template of attributes only is inserted into a tag.
  const isInTag = !markup.includes('<') && /^\s|="/.test(markup)
  const texts = markup.replace(/<[^>]*>/g, '\0').replace(/&\w+;/g, '')
  return [
    ...(isInTag ? [] : texts.split('\0')),
    ...attributes.map(([, , value = '']) => value.replaceAll('\0', '')),
  ]
}

describe('a hard-coded text', () => {
  it.each([
    ['<p>post</p>', ['post']],
    ['<a aria-label="next month" href="/next">›</a>', ['next month']],
    ['<Part name="Organizers">{organizers}</Part>', ['Organizers']],
    ['<p>{isBusy ? "posting..." : messages().post}</p>', ['posting...']],
    ['<p>{isBusy && "busy"} {isOpen === "yes"}</p>', ['busy']],
    ['<a title={`${count} events`} className="day past">{fill(text, { count })}</a>', ['events']],
    ['{ label: "search", kind: "search" }', ['search']],
    ['flashToast({ title: "Deleted", variant: "default" })', ['Deleted']],
    ['setDocumentTitle("no such listing")', ['no such listing']],
    ['key === "Enter" ? found : "nothing was found"', ['nothing was found']],
    ['html`<p title="mine">${a} more ${html`<b>${c}</b>`}</p>&gt;<img alt="${alt}">`', ['more', 'mine']],
    ['html`<p>${isOld ? "it has expired" : day}</p>`', ['it has expired']],
  ])('is found in %s', (expression, texts) => {
    expect(listTexts(`const value = ${expression}`)).toEqual(texts)
  })
})

/** Texts that no visitor reads: selectors, protocol words, messages for editors and operators. */
const notSaid: Record<string, RegExp> = {
  'site/components/programme/Prose.tsx': /^noopener external$/,
  'site/components/home/EmptySite.astro': /^npm run demo$/,
  'site/islands/listings/CategoryListings.tsx': /^a, input, select$/,
  'site/islands/listings/PostedNotice.tsx': /^\.language a$/,
  'site/islands/search/SlashSwitch.tsx': /^input, textarea, select/,
  'site/layouts/Document.astro': /^(light dark$|#|\(prefers-color-scheme)/,
  'site/lib/content/content-error.ts': /./,
  'site/lib/content/content.ts': /./,
  'site/lib/content/images.ts': /./,
  'site/lib/listings/older-listings.ts': /^(a, input, select|main|ul\.listings)/,
  'site/lib/bearer.ts': /^Bearer$/,
  'site/stores/slash.ts': /^\(hover: none\)/,
}

const patterns = [
  'site/{islands,components,layouts,lib,pages,stores}/**/*.{astro,ts,tsx}',
  'api/pages/form-errors.ts',
]
const files = (await Array.fromAsync(glob(patterns, { cwd: root }))).filter(
  (path) => !path.includes('.test.') && !path.startsWith('site/pages/images/'),
)

it.each(files.toSorted())('%s has no hard-coded text: texts belong in the dictionaries', (path) => {
  const texts = listTexts(readSource(`${root}${path}`))
  expect(texts.filter((text) => !notSaid[path]?.test(text))).toEqual([])
})
