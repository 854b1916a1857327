import { type ExprNode, Path } from 'groq-js'
import { cacheByDocument } from '../store/cache-by-document.ts'
import { changeNodes, eachNode, queryErrors } from './parse.ts'
import type { View } from './view.ts'

type Term = { text: string; prefix: boolean; negated: boolean }
type Call = Extract<ExprNode, { type: 'FuncCall' }>

/** A word, a word with a trailing star, or a phrase in quotes; a leading minus negates it. */
const termPattern = /-?"[^"]*"?|-?[^\s"]+/gu
const wordPattern = /[\p{L}\p{N}_]+/gu
const wordCharacter = /[\p{L}\p{N}_]/u

/**
 * groq-js has no full-text search, so `match text::query(q)` is rewritten: for a whole document (`@`) to a set of ids,
 * for an attribute to GROQ's own `match`. Throws LakeError 400 for text::query() elsewhere.
 */
export function rewriteTextQueries(tree: ExprNode, view: View): ExprNode {
  const rewritten = changeNodes(tree, (node) =>
    node.type === 'OpCall' && node.op === 'match' && isTextQuery(node.right)
      ? rewriteMatch(node.left, node.right, view)
      : node,
  )
  if (hasTextQuery(rewritten))
    throw queryErrors.cannotRun('supports text::query() only to the right of match')
  return rewritten
}

export function hasTextQuery(tree: ExprNode): boolean {
  return eachNode(tree).some(isTextQuery)
}

function isTextQuery(node: ExprNode): node is Call {
  return node.type === 'FuncCall' && node.namespace === 'text' && node.name === 'query'
}

function rewriteMatch(left: ExprNode, { args: [argument] }: Call, view: View): ExprNode {
  if (argument?.type !== 'Value' || typeof argument.value !== 'string')
    throw queryErrors.cannotRun('needs a string or a parameter as the argument of text::query()')
  const terms = parseTerms(argument.value)
  if (!isWholeDocument(left)) return matchAllTerms(left, terms)
  const found = view.documents.filter((document) => hasAllTerms(documentText(document), terms))
  return isIdIn(found.map(({ _id }) => _id))
}

function isWholeDocument(left: ExprNode): boolean {
  if (left.type === 'This') return true
  return left.type === 'Array' && left.elements.some(({ value }) => value.type === 'This')
}

function matchAllTerms(left: ExprNode, terms: readonly Term[]): ExprNode {
  return terms.reduce<ExprNode>(
    (all, { text, prefix, negated }) => {
      const pattern: ExprNode = { type: 'Value', value: prefix ? `${text}*` : text }
      const match: ExprNode = { type: 'OpCall', op: 'match', left, right: pattern }
      return { type: 'And', left: all, right: negated ? { type: 'Not', base: match } : match }
    },
    { type: 'Value', value: true },
  )
}

// The package's types lack the class.
const PathPattern = Path as unknown as new (pattern: string) => { matches: (text: string) => boolean }

/** For GROQ's `x in path("…")`, which groq-js evaluates by `matches`; its `in` of a list compares item by item. */
class IdSet extends PathPattern {
  constructor(ids: ReadonlySet<string>) {
    super('**')
    this.matches = (id) => ids.has(id)
  }
}

function isIdIn(ids: readonly string[]): ExprNode {
  const left: ExprNode = { type: 'AccessAttribute', name: '_id' }
  return { type: 'OpCall', op: 'in', left, right: { type: 'Value', value: new IdSet(new Set(ids)) } }
}

/** The terms of `text::query()`; all of them must match. */
function parseTerms(query: string): Term[] {
  return (normalize(query).match(termPattern) ?? []).flatMap((token) => {
    const negated = token.startsWith('-')
    const body = negated ? token.slice(1) : token
    if (body.startsWith('"')) {
      const text = body.replaceAll('"', '').trim()
      return text ? [{ text, prefix: false, negated }] : []
    }
    const words = body.match(wordPattern) ?? []
    return words.map((text, index) => ({
      text,
      prefix: body.endsWith('*') && index === words.length - 1,
      negated,
    }))
  })
}

/** An empty list of terms matches everything, as a lone `*` does. */
function hasAllTerms(text: string, terms: readonly Term[]): boolean {
  return terms.every((term) => hasTerm(text, term) !== term.negated)
}

function hasTerm(text: string, { text: term, prefix }: Term): boolean {
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    const begins = at === 0 || !wordCharacter.test(text.charAt(at - 1))
    const ends = prefix || !wordCharacter.test(text.charAt(at + term.length))
    if (begins && ends) return true
  }
  return false
}

/** All strings of a document, normalized. */
const documentText = cacheByDocument((document) =>
  normalize([document._id, ...collectStrings(document)].join('\n')),
)

function* collectStrings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const item of value) yield* collectStrings(item)
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) if (!key.startsWith('_')) yield* collectStrings(item)
}

function normalize(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
