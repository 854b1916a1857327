/** The syntax nodes of groq-js that this folder reads. The others are left unchanged. */
export type Syntax =
  | { type: 'Everything' }
  | { type: 'This' }
  | { type: 'Value'; value: unknown }
  | { type: 'Parameter'; name: string }
  | { type: 'Context'; key: string }
  | { type: 'Group'; base: Syntax }
  | { type: 'Not'; base: Syntax }
  | { type: 'And'; left: Syntax; right: Syntax }
  | { type: 'AccessAttribute'; name: string; base?: Syntax }
  | { type: 'Array'; elements: { type: 'ArrayElement'; value: Syntax; isSplat: boolean }[] }
  | { type: 'Filter'; base: Syntax; expr: Syntax }
  | { type: 'OpCall'; op: string; left: Syntax; right: Syntax }
  | { type: 'FuncCall'; namespace: string; name: string; args: Syntax[] }

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string'
}

/** All nodes, the root first. Does not enter the values of parameters. */
export function* eachNode(tree: Syntax): Generator<Syntax> {
  yield tree
  if (tree.type === 'Value') return
  for (const attribute of Object.values(tree))
    for (const child of Array.isArray(attribute) ? (attribute as unknown[]) : [attribute])
      if (isSyntax(child)) yield* eachNode(child)
}

/** Maps all nodes of the tree, children first. */
export function changeNodes(tree: Syntax, change: (node: Syntax) => Syntax): Syntax {
  if (tree.type === 'Value') return change(tree)
  const attributes = Object.entries(tree).map(([name, attribute]) => [name, changeIn(attribute, change)])
  return change(Object.fromEntries(attributes) as Syntax)
}

function changeIn(attribute: unknown, change: (node: Syntax) => Syntax): unknown {
  if (Array.isArray(attribute)) return attribute.map((item: unknown) => changeIn(item, change))
  return isSyntax(attribute) ? changeNodes(attribute, change) : attribute
}
