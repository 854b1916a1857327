import type { DocumentPluginOptions, Template } from 'sanity'
import { isSingleton } from '../schema/singletons.ts'

const singletonActions: ReadonlySet<string | undefined> = new Set(['publish', 'discardChanges', 'restore'])

/** For another document of the type, which a typed address can make. */
const strayActions: ReadonlySet<string | undefined> = new Set(['delete', 'discardChanges'])

/** A singleton cannot be created, duplicated, unpublished or deleted. */
export const singletonRules: Pick<DocumentPluginOptions, 'actions' | 'newDocumentOptions'> = {
  actions: (actions, { schemaType, documentId }) => {
    if (!isSingleton(schemaType)) return actions
    const allowed = documentId === schemaType ? singletonActions : strayActions
    return actions.filter(({ action }) => allowed.has(action))
  },
  newDocumentOptions: (options) => options.filter(({ templateId }) => !isSingleton(templateId)),
}

export function withoutSingletons(templates: Template[]): Template[] {
  return templates.filter(({ schemaType }) => !isSingleton(schemaType))
}
