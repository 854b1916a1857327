import { createStructureBuilder } from 'sanity/structure'
import { expect, test } from 'vitest'
import { singletons } from '../schema/singletons.ts'
import { createWorkspace } from '../test-support/workspace.ts'
import { documentViews } from './document-views.ts'

const workspace = await createWorkspace()
const S = createStructureBuilder({ source: workspace, perspectiveStack: [] } as never)

/** The tabs of a type’s documents, with the page that each shows. */
function list(schemaType: string): Array<[string | undefined, string | undefined]> {
  return documentViews(S, schemaType).map((view) => {
    const { title, options } = view.serialize({ path: [] }) as {
      title?: string
      options?: { findPath?: (id: string) => string }
    }
    return [title, options?.findPath?.('demo-day')]
  })
}

test.each(singletons.map(({ name }) => name))('%s has its form first, then its page', (name) => {
  const paths: Record<string, string> = { home: '/', siteSettings: '/contact', programme: '/apply' }
  expect(list(name)).toEqual([
    ['Editor', undefined],
    ['Preview', paths[name] ?? `/${name}`],
  ])
})

test('an event has its form first, then its own page', () => {
  expect(list('event')).toEqual([
    ['Editor', undefined],
    ['Preview', '/event/demo-day'],
  ])
})
