import { singletons } from '../schema/singletons.ts'

/** Documents that show on another page than that of their name: the settings of the site stand on all of them. */
const others: Record<string, string> = { home: '/', siteSettings: '/contact' }

const paths = new Map<string, string>(singletons.map(({ name }) => [name, others[name] ?? `/${name}`]))

/** The page of the site that shows documents of a type, or undefined where none does that can be previewed. */
export function findPreviewPath(schemaType: string): string | undefined {
  return paths.get(schemaType)
}
