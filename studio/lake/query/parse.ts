import { parse } from 'groq-js'
import { queryErrors } from './errors.ts'
import { eachNode, type Syntax } from './syntax.ts'

export const LONGEST_QUERY = 100_000

/** Functions that groq-js parses and then cannot run; `*` stands for all of a namespace. */
const missing = new Set([
  'geo::*',
  'documents::*',
  'user::*',
  'media::*',
  'text::semanticSimilarity',
  'global::anywhere',
  'diff::*',
  'delta::*',
])

/**
 * A query with its parameters in place. Throws LakeError 400 with the reason for one that is wrong or that cannot be
 * run here, so that what cannot run is never an empty result.
 */
export function parseQuery(query: string, params: Record<string, unknown>): Syntax {
  if (query.length > LONGEST_QUERY) throw queryErrors.tooLong(LONGEST_QUERY)
  const tree = parseTree(query, params)
  for (const node of eachNode(tree)) {
    if (node.type === 'Parameter') throw queryErrors.missingParameter(node.name)
    if (node.type === 'Context') throw queryErrors.cannotRun('knows before() and after() in webhooks only')
    if (node.type !== 'FuncCall') continue
    const name = `${node.namespace}::${node.name}`
    if (missing.has(name) || missing.has(`${node.namespace}::*`))
      throw queryErrors.cannotRun(`cannot run ${name.replace('global::', '')}()`)
  }
  return tree
}

function parseTree(query: string, params: Record<string, unknown>): Syntax {
  try {
    // groq-js wants a comment to end with its line.
    return parse(`${query}\n`, { params }) as unknown as Syntax
  } catch (error) {
    if (error instanceof RangeError) throw queryErrors.cannotRun('cannot run a query nested this deep')
    throw queryErrors.syntax(error, query)
  }
}
