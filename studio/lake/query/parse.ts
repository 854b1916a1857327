import { parse } from 'groq-js'
import { queryErrors } from './errors.ts'
import { eachNode, type Syntax } from './syntax.ts'

const maxLength = 100_000

/** Functions that groq-js parses but cannot evaluate; `*` stands for the whole namespace. */
const unsupported = new Set([
  'geo::*',
  'documents::*',
  'user::*',
  'media::*',
  'text::semanticSimilarity',
  'global::anywhere',
  'diff::*',
  'delta::*',
])

/** Parses a query and inserts its parameters. Throws LakeError 400 if it is wrong or unsupported. */
export function parseQuery(query: string, params: Record<string, unknown>): Syntax {
  if (query.length > maxLength) throw queryErrors.tooLong(maxLength)
  const tree = parseTree(query, params)
  for (const node of eachNode(tree)) {
    if (node.type === 'Parameter') throw queryErrors.missingParameter(node.name)
    if (node.type === 'Context') throw queryErrors.cannotRun('supports before() and after() in webhooks only')
    if (node.type !== 'FuncCall') continue
    const name = `${node.namespace}::${node.name}`
    if (unsupported.has(name) || unsupported.has(`${node.namespace}::*`))
      throw queryErrors.cannotRun(`cannot run ${name.replace('global::', '')}()`)
  }
  return tree
}

function parseTree(query: string, params: Record<string, unknown>): Syntax {
  try {
    // groq-js requires a line break after a comment.
    return parse(`${query}\n`, { params }) as unknown as Syntax
  } catch (error) {
    if (error instanceof RangeError) throw queryErrors.cannotRun('cannot run a query nested this deep')
    throw queryErrors.syntax(error, query)
  }
}
