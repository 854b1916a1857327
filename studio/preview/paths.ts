import { singletons } from '../schema/singletons.ts'

/** Documents that show on another page than that of their name: the settings of the site stand on all of them. */
const others: Record<string, string> = { home: '/', siteSettings: '/contact' }

const paths = new Map<string, string>(singletons.map(({ name }) => [name, others[name] ?? `/${name}`]))

/** Finds the page of the site that shows a document, by the id that it is published under. */
type PathFinder = (documentId: string) => string

/** How pages of documents of a type are found, or undefined where none shows them that can be previewed. */
export function findPreviewPath(schemaType: string): PathFinder | undefined {
  if (schemaType === 'event') return (documentId) => `/event/${documentId}`
  const path = paths.get(schemaType)
  return path === undefined ? undefined : () => path
}
