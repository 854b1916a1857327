/** The page of each singleton, by type. */
const pages: Record<string, string> = {
  home: '/',
  about: '/about',
  apply: '/apply',
  mentors: '/mentors',
  sponsors: '/sponsors',
  team: '/team',
  contact: '/contact',
  // On every page; this one shows all settings.
  siteSettings: '/contact',
}

/** Undefined where the path depends on the document. */
export function findPage(documentType: string): string | undefined {
  return pages[documentType]
}

export const documentPages: ReadonlySet<string> = new Set(Object.values(pages))
