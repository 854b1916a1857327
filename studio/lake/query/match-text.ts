import { answeredBy, answeredById } from './answered-by.ts'
import { queryErrors } from './errors.ts'
import { changeNodes, eachNode, type Syntax } from './syntax.ts'
import { fold, matchesTerms, parseTextQuery, type Term } from './text-search.ts'
import type { View } from './view.ts'

type Operation = Extract<Syntax, { type: 'OpCall' }>
type Call = Extract<Syntax, { type: 'FuncCall' }>

/**
 * groq-js has no search, so `match text::query(q)` becomes what it does have: of a whole document (`@`), the ids of
 * those in whose text the terms are found; of an attribute, whether they are found in it.
 * Throws LakeError 400 for a use that cannot be put so.
 */
export function replaceTextQueries(tree: Syntax, view: View): Syntax {
  const replaced = changeNodes(tree, (node) =>
    node.type === 'OpCall' && node.op === 'match' && isTextQuery(node.right)
      ? replaceMatch(node, node.right, view)
      : node,
  )
  if (hasTextQuery(replaced)) throw queryErrors.cannotRun('knows text::query() only to the right of match')
  return replaced
}

export function hasTextQuery(tree: Syntax): boolean {
  return eachNode(tree).some(isTextQuery)
}

function isTextQuery(node: Syntax): node is Call {
  return node.type === 'FuncCall' && node.namespace === 'text' && node.name === 'query'
}

function replaceMatch({ left }: Operation, { args: [argument] }: Call, view: View): Syntax {
  if (argument?.type !== 'Value' || typeof argument.value !== 'string')
    throw queryErrors.cannotRun('needs a string or a parameter as the argument of text::query()')
  const terms = parseTextQuery(argument.value)
  const matches = matchesTerms(terms)
  const ofAttribute = answeredBy(left, (text) => matches(fold(text)), matchEach(left, terms))
  // Within a document `@` may be a string of a list, which has no id.
  return isOfThis(left) ? answeredById(view.idsWithText(matches), ofAttribute) : ofAttribute
}

function isOfThis(left: Syntax): boolean {
  if (left.type === 'This') return true
  return left.type === 'Array' && left.elements.some(({ value }) => value.type === 'This')
}

/** For a list of strings, of which each term may be in another: a match of GROQ's for each. */
function matchEach(left: Syntax, terms: readonly Term[]): Syntax {
  return terms
    .map((term) => matchTerm(left, term))
    .reduce((one, other) => ({ type: 'And', left: one, right: other }), { type: 'Value', value: true })
}

function matchTerm(left: Syntax, { text, prefix, negated }: Term): Syntax {
  const pattern: Syntax = { type: 'Value', value: prefix ? `${text}*` : text }
  const base: Syntax = { type: 'OpCall', op: 'match', left, right: pattern }
  return negated ? { type: 'Not', base } : base
}
