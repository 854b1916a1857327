import { firstValueFrom, from, isObservable, type ObservableInput } from 'rxjs'
import type { DocumentActionsContext } from 'sanity'
import { createStructureBuilder } from 'sanity/structure'
import { describe, expect, test } from 'vitest'
import { singletons } from '../schema/singletons.ts'
import { createWorkspace } from '../test-support/workspace.ts'
import { structure } from './index.ts'

const workspace = await createWorkspace()
const S = createStructureBuilder({ source: workspace, perspectiveStack: [] } as never)

type Item = { type: string; id: string; title: string; child?: unknown }
type Pane = { id: string; type: string; title: string; options: Record<string, unknown> }

const menu = (structure(S, {} as never) as ReturnType<typeof S.list>).serialize() as unknown as {
  items: Item[]
}
const items = menu.items.filter(({ type }) => type === 'listItem')

/** The pane that a menu item opens. */
async function open(id: string): Promise<Pane> {
  const item = items.find((one) => one.id === id)
  const child = typeof item?.child === 'function' ? (item.child as (id: string) => unknown)(id) : item?.child
  const builder = isObservable(child) ? await firstValueFrom(from(child as ObservableInput<unknown>)) : child
  const serializable = builder as { serialize?: (context: object) => Pane }
  return serializable.serialize?.({ path: [], index: 0, id }) ?? (builder as Pane)
}

const names = singletons.map(({ name }) => name)

describe('singletons', () => {
  test('stand first in the menu, in the order of their list', () => {
    expect(items.slice(0, names.length).map(({ id }) => id)).toEqual(names)
  })

  test.each(names)('%s opens the one document of its name', async (name) => {
    expect(await open(name)).toMatchObject({ type: 'document', options: { id: name, type: name } })
  })

  test('can only be published, discarded, restored and shared', () => {
    for (const schemaType of names) {
      const actions = workspace.document.actions({
        schemaType,
        documentId: schemaType,
      } as DocumentActionsContext)
      expect(actions.map(({ action }) => action).toSorted()).toEqual([
        'discardChanges',
        'publish',
        'restore',
        undefined,
      ])
    }
  })

  test('created a second time by a hand-typed URL can only be deleted or discarded', () => {
    for (const schemaType of names) {
      const stray = { schemaType, documentId: 'another' } as DocumentActionsContext
      const actions = workspace.document.actions(stray).map(({ action }) => action)
      expect(actions.toSorted()).toEqual(['delete', 'discardChanges'])
    }
  })

  test('cannot be created from the menu or a template', () => {
    const offered = workspace.document.resolveNewDocumentOptions({ type: 'global' })
    expect(offered.map(({ templateId }) => templateId)).toEqual(['event', 'venue'])
    expect(workspace.templates.map(({ id }) => id)).toEqual(['event', 'venue'])
  })
})

describe('events', () => {
  test('can be duplicated, unpublished and deleted', () => {
    const context = { schemaType: 'event', documentId: 'e' } as DocumentActionsContext
    const actions = workspace.document.actions(context).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['publish', 'duplicate', 'unpublish', 'delete']))
  })

  test('follow the pages in the menu: upcoming, today, past, by day, all, suggested, drafts', () => {
    expect(items.slice(names.length).map(({ id }) => id)).toEqual([
      'events-upcoming',
      'events-today',
      'events-past',
      'event-days',
      'events-all',
      'suggested',
      'drafts',
      'venues',
      'import-sources',
    ])
  })

  test.each([
    ['events-upcoming', 'asc'],
    ['events-today', 'asc'],
    ['events-past', 'desc'],
    ['events-all', 'desc'],
  ])('%s is a list sorted by time', async (id, direction) => {
    const pane = await open(id)
    expect(pane).toMatchObject({ type: 'documentList', id, schemaTypeName: 'event' })
    expect(pane.options['defaultOrdering']).toEqual([{ field: 'date', direction }])
    expect(pane.options['filter']).toMatch(/^_type == "event"/)
  })
})
