import type { CDPSession, Page } from '@playwright/test'

type Value = { value?: unknown; relatedNodes?: ReadonlyArray<{ idref?: string }> }
type TreeNode = {
  nodeId: string
  parentId?: string
  ignored: boolean
  role?: { value?: string }
  name?: { value?: string }
  properties?: ReadonlyArray<{ name: string; value: Value }>
}

const shown = [
  'activedescendant',
  'autocomplete',
  'controls',
  'expanded',
  'keyshortcuts',
  'level',
  'live',
  'pressed',
  'selected',
]

/** The browser's accessibility tree below an element, one line per node: role, name and states. */
export async function readTree(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const nodes = await queryTree(session, selector)
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const depthOf = (node: TreeNode): number => {
    const parent = byId.get(node.parentId ?? '')
    return parent ? depthOf(parent) + (isShown(parent) ? 1 : 0) : 0
  }
  return nodes.filter(isShown).map((node) => `${'  '.repeat(depthOf(node))}${describe(node)}`)
}

async function queryTree(session: CDPSession, selector: string): Promise<TreeNode[]> {
  const expression = `document.querySelector(${JSON.stringify(selector)})`
  const { result } = await session.send('Runtime.evaluate', { expression })
  if (!result.objectId) throw new Error(`No element matches ${selector}`)
  const { nodes } = await session.send('Accessibility.queryAXTree', { objectId: result.objectId })
  return nodes as TreeNode[]
}

function isShown({ ignored, role }: TreeNode): boolean {
  return !ignored && !['StaticText', 'InlineTextBox', 'generic', 'none'].includes(role?.value ?? 'none')
}

function describe({ role, name, properties = [] }: TreeNode): string {
  const states = properties
    .filter((property) => shown.includes(property.name))
    .map(
      ({ name: state, value }) =>
        `${state}=${value.relatedNodes?.map(({ idref }) => idref) ?? String(value.value)}`,
    )
  return [role?.value, name?.value && `“${name.value}”`, ...states.toSorted()].filter(Boolean).join(' ')
}
