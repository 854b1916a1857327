import { about } from './documents/about.ts'
import { apply } from './documents/apply.ts'
import { contact } from './documents/contact.ts'
import { home } from './documents/home.ts'
import { mentors } from './documents/mentors.ts'
import { siteSettings } from './documents/site-settings.ts'
import { sponsors } from './documents/sponsors.ts'
import { team } from './documents/team.ts'

const types = [siteSettings, home, about, apply, mentors, sponsors, team, contact]

/** Documents that exist once, in the order of the Studio. The id is the name of the type. */
export const singletons = types.map((type) => ({
  ...type,
  preview: {
    select: { subtitle: type === siteSettings ? 'productName' : 'description' },
    prepare: ({ subtitle }: { subtitle?: string }) => ({ title: type.title, subtitle }),
  },
}))

const names: ReadonlySet<string> = new Set(singletons.map(({ name }) => name))

export function isSingleton(schemaType: string): boolean {
  return names.has(schemaType)
}
