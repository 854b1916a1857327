import { about } from './documents/about.ts'
import { apply } from './documents/apply.ts'
import { contact } from './documents/contact.ts'
import { home } from './documents/home.ts'
import { mentors } from './documents/mentors.ts'
import { siteSettings } from './documents/site-settings.ts'
import { sponsors } from './documents/sponsors.ts'
import { team } from './documents/team.ts'

/**
 * The documents of which there is exactly one, in the order of the Studio. A singleton's id is the name of its type.
 * This list alone decides what is a singleton: the structure, the actions and the templates read it.
 */
export const singletons = [siteSettings, home, about, apply, mentors, sponsors, team, contact]

const names: ReadonlySet<string> = new Set(singletons.map(({ name }) => name))

/** Whether documents of a type exist exactly once. */
export function isSingleton(schemaType: string): boolean {
  return names.has(schemaType)
}
