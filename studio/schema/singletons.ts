import type { DocumentActionsResolver, DocumentPluginOptions, Template } from 'sanity'
import { about } from './documents/about.ts'
import { apply } from './documents/apply.ts'
import { contact } from './documents/contact.ts'
import { home } from './documents/home.ts'
import { importSource } from './documents/import-source.ts'
import { mentors } from './documents/mentors.ts'
import { programme } from './documents/programme.ts'
import { siteSettings } from './documents/site-settings.ts'
import { sponsors } from './documents/sponsors.ts'
import { team } from './documents/team.ts'

const types = [siteSettings, programme, home, about, apply, mentors, sponsors, team, contact]

const subtitles: Readonly<Record<string, string>> = { siteSettings: 'productName', programme: 'closes' }

/** Documents that exist once, in the order of the Studio. The id is the name of the type. */
export const singletons = types.map((type) => ({
  ...type,
  preview: {
    select: { subtitle: subtitles[type.name] ?? 'description' },
    prepare: ({ subtitle }: { subtitle?: string }) => ({ title: type.title, subtitle }),
  },
}))

const names: ReadonlySet<string> = new Set(singletons.map(({ name }) => name))

function isSingleton(schemaType: string): boolean {
  return names.has(schemaType)
}

const singletonActions: ReadonlySet<string | undefined> = new Set([
  'publish',
  'discardChanges',
  'restore',
  'schedule',
  'discardVersion',
])

/** Import sources are created by imports only. */
function isCreatableByEditors(schemaType: string): boolean {
  return !isSingleton(schemaType) && schemaType !== importSource.name
}

/** For other documents of a singleton type, which a hand-typed URL can create. */
const strayActions: ReadonlySet<string | undefined> = new Set(['delete', 'discardChanges'])

/** A singleton cannot be created, duplicated, unpublished or deleted. */
export const singletonRules: { actions: DocumentActionsResolver } & Pick<
  DocumentPluginOptions,
  'newDocumentOptions'
> = {
  actions: (actions, { schemaType, documentId }) => {
    if (!isSingleton(schemaType)) return actions
    const allowed = documentId === schemaType ? singletonActions : strayActions
    return actions.filter(({ action }) => allowed.has(action))
  },
  newDocumentOptions: (options) => options.filter(({ templateId }) => isCreatableByEditors(templateId)),
}

export function withoutSingletons(templates: Template[]): Template[] {
  return templates.filter(({ schemaType }) => isCreatableByEditors(schemaType))
}
