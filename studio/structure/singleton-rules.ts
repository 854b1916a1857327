import type { DocumentPluginOptions, Template } from 'sanity'
import { isSingleton } from '../schema/singletons.ts'

/** What can be done with a singleton: everything that leaves exactly one of it, published. */
const singletonActions: ReadonlySet<string | undefined> = new Set(['publish', 'discardChanges', 'restore'])

/** A singleton can be neither made anew nor duplicated, unpublished or deleted. */
export const singletonRules: Pick<DocumentPluginOptions, 'actions' | 'newDocumentOptions'> = {
  actions: (actions, { schemaType }) =>
    isSingleton(schemaType) ? actions.filter(({ action }) => singletonActions.has(action)) : actions,
  newDocumentOptions: (options) => options.filter(({ templateId }) => !isSingleton(templateId)),
}

/** The templates without those of singletons, from which another one could be made. */
export function withoutSingletons(templates: Template[]): Template[] {
  return templates.filter(({ schemaType }) => !isSingleton(schemaType))
}
