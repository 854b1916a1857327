import type { DocumentPluginOptions, Template } from 'sanity'
import { isSingleton } from '../schema/singletons.ts'

/** What can be done with a singleton: everything that leaves exactly one of it, published. */
const singletonActions: ReadonlySet<string | undefined> = new Set(['publish', 'discardChanges', 'restore'])

/** What can be done with another one of its type, which an address typed by hand makes: to be rid of it. */
const strayActions: ReadonlySet<string | undefined> = new Set(['delete', 'discardChanges'])

/** A singleton can be neither made anew nor duplicated, unpublished or deleted. */
export const singletonRules: Pick<DocumentPluginOptions, 'actions' | 'newDocumentOptions'> = {
  actions: (actions, { schemaType, documentId }) => {
    if (!isSingleton(schemaType)) return actions
    const allowed = documentId === schemaType ? singletonActions : strayActions
    return actions.filter(({ action }) => allowed.has(action))
  },
  newDocumentOptions: (options) => options.filter(({ templateId }) => !isSingleton(templateId)),
}

/** The templates without those of singletons, from which another one could be made. */
export function withoutSingletons(templates: Template[]): Template[] {
  return templates.filter(({ schemaType }) => !isSingleton(schemaType))
}
