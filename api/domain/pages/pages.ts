import { readAddress } from '#domain/language.ts'

/**
 * Every page of the site, in the order of the menu. `path`: its address, or a placeholder path of its dynamic route
 * (`…/shell`). `routes`: route patterns of pages that are rendered with data per request. `document`: type of the
 * Sanity document that the page shows.
 */
export const pages = [
  { name: 'home', path: '/', file: 'index.html', routes: ['/'], document: 'home', inMenu: true },
  { name: 'about', path: '/about', file: 'about.html', document: 'about', inMenu: true },
  // Before the events page, whose routes include its address.
  {
    name: 'suggest',
    path: '/events/suggest',
    file: 'suggest.html',
    routes: ['/events/suggest', '/events/suggest/:id'],
  },
  {
    name: 'events',
    path: '/events/shell',
    file: 'events.html',
    routes: ['/events', '/events/:date'],
    inMenu: true,
  },
  { name: 'apply', path: '/apply', file: 'apply.html', document: 'apply', inMenu: true },
  { name: 'mentors', path: '/mentors', file: 'mentors.html', document: 'mentors', inMenu: true },
  { name: 'sponsors', path: '/sponsors', file: 'sponsors.html', document: 'sponsors', inMenu: true },
  { name: 'team', path: '/team', file: 'team.html', document: 'team', inMenu: true },
  { name: 'contact', path: '/contact', file: 'contact.html', document: 'contact', inMenu: true },
  { name: 'post', path: '/post', file: 'post.html', routes: ['/post'] },
  {
    name: 'category',
    path: '/category/shell/shell',
    file: 'shell/category.html',
    routes: ['/category/:category', '/category/:category/:subcategory'],
  },
  { name: 'listing', path: '/listing/shell', file: 'shell/listing.html', routes: ['/listing/:id'] },
  { name: 'calendar', path: '/calendar', file: 'calendar.html' },
  { name: 'event', path: '/event/shell', file: 'shell/event.html', routes: ['/event/:id'] },
  { name: 'transparency', path: '/transparency', file: 'transparency.html', routes: ['/transparency'] },
  { name: 'missing', path: '/404', file: '404.html' },
] as const

export type Page = (typeof pages)[number]

/** Pages that are the same for all visitors with the same language. */
export const staticPages = pages.filter((page) => !('routes' in page) && page.name !== 'missing')

export const menu = pages.filter((page) => 'inMenu' in page)

/** The addresses or route patterns of a page. The not-found page has none. */
export function listRoutes(page: Page): readonly string[] {
  if ('routes' in page) return page.routes
  return page.name === 'missing' ? [] : [page.path]
}

const ofFeeds = ['/events.ics', '/series', '/search.xml', '/search.atom', '/search.json', '/embed']
/** First parts of paths that exist in each language. */
export const localizedFolders: ReadonlySet<string> = new Set(
  [...pages.flatMap(listRoutes), ...ofFeeds].map(firstPart),
)

function firstPart(path: string): string {
  return path.split(/[/?#]/, 2)[1] ?? ''
}

/** Whether a path is that of a page, a feed, a calendar file or the embed. Others are the same in all languages. */
export function isLocalized(path: string): boolean {
  return path.startsWith('/') && localizedFolders.has(firstPart(path))
}

/** The path that a route has: `/es/about` is `/about`. `/es/` is not `/`, so that it redirects like other slashes. */
export function withoutPrefix(pathname: string): string {
  const { path } = readAddress(pathname)
  return path !== pathname && isLocalized(path) && !(path === '/' && pathname.endsWith('/')) ? path : pathname
}

const pageOfType = new Map<string, string>([
  // Used on every page; this one shows all settings.
  ['siteSettings', '/contact'],
  // Used on several pages; this one shows all of it.
  ['programme', '/apply'],
  ...pages.flatMap((page): [string, string][] => ('document' in page ? [[page.document, page.path]] : [])),
])

/** Document types that exist once. Their id is the name of the type. */
export const singletonTypes = [...pageOfType.keys()]

/** Document types that are stored as database rows and are not part of any prerendered page. */
export const recordTypes: readonly string[] = ['event', 'venue']

export const contentTypes = [...singletonTypes, ...recordTypes]

/** The page that shows a document; undefined if its path depends on the document. */
export function findPage(documentType: string): string | undefined {
  return pageOfType.get(documentType)
}

export const documentPages: ReadonlySet<string> = new Set(pageOfType.values())
