/** The page that shows each document of which there is one, by its type. */
const pages: Record<string, string> = {
  home: '/',
  about: '/about',
  apply: '/apply',
  mentors: '/mentors',
  sponsors: '/sponsors',
  team: '/team',
  contact: '/contact',
  // They are on every page. This one shows all of them.
  siteSettings: '/contact',
}

/** The path of the page that shows a document of a type best; undefined where that depends on the document. */
export function findPage(documentType: string): string | undefined {
  return pages[documentType]
}

/** The paths of all pages that are made of such documents. */
export const documentPages: ReadonlySet<string> = new Set(Object.values(pages))
