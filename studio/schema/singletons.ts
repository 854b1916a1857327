import type { DocumentActionsResolver, Template } from 'sanity'
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

const singletonActions = ['publish', 'discardChanges', 'restore', 'schedule', 'discardVersion']

/** For other documents of a singleton type, which a hand-typed URL can create. */
const strayActions = ['delete', 'discardChanges']

/** A singleton cannot be created, duplicated, unpublished or deleted. */
export const limitActions: DocumentActionsResolver = (actions, { schemaType, documentId }) => {
  if (!names.has(schemaType)) return actions
  const allowed = documentId === schemaType ? singletonActions : strayActions
  return actions.filter(({ action }) => allowed.includes(action ?? ''))
}

/** The templates of what an editor can create. Only imports create import sources. */
export function limitTemplates(templates: Template[]): Template[] {
  return templates.filter(({ schemaType }) => !names.has(schemaType) && schemaType !== importSource.name)
}
