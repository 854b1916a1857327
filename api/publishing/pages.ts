import { type Language, languages } from '#domain/language.ts'
import type { PageView } from '#domain/pages/page-view.ts'

/**
 * Path in the bundle and file of each page. A dynamic route has one shell, rendered at any path of its form
 * (`…/shell`). `routes`: those forms, or the paths of a page that the server fills.
 */
export const pages = [
  { path: '/', file: 'index.html', routes: ['/'] },
  { path: '/about', file: 'about.html' },
  { path: '/apply', file: 'apply.html' },
  { path: '/mentors', file: 'mentors.html' },
  { path: '/sponsors', file: 'sponsors.html' },
  { path: '/team', file: 'team.html' },
  { path: '/contact', file: 'contact.html' },
  { path: '/post', file: 'post.html', routes: ['/post'] },
  {
    path: '/category/shell/shell',
    file: 'shell/category.html',
    routes: ['/category/:category', '/category/:category/:subcategory'],
  },
  { path: '/listing/shell', file: 'shell/listing.html', routes: ['/listing/:id'] },
  { path: '/events/shell', file: 'events.html', routes: ['/events', '/events/:date'] },
  { path: '/event/shell', file: 'shell/event.html', routes: ['/event/:id'] },
  { path: '/404', file: '404.html' },
] as const

type Page = (typeof pages)[number]

export type PageFile = Page['file']

/** `about.html`, `es/about.html`. No address leads there but the page's own. */
export type LocalFile = PageFile | `${Exclude<Language, 'en'>}/${PageFile}`

export function fileIn(language: Language, file: PageFile): LocalFile {
  return language === 'en' ? file : `${language}/${file}`
}

export const localPages = languages.flatMap((language) =>
  pages.map(({ path, file }) => ({ path, file, language, localFile: fileIn(language, file) })),
)

/** Dynamic routes, and pages that change without the content. */
export const shells = pages.filter((page) => 'routes' in page)

export type ShellFile = Extract<Page, { routes: readonly string[] }>['file']

export const viewFiles: Record<PageView['page'], ShellFile> = {
  home: 'index.html',
  post: 'post.html',
  category: 'shell/category.html',
  listing: 'shell/listing.html',
  events: 'events.html',
  event: 'shell/event.html',
}

/** The not-found page has none. */
export function listRoutes(page: Page): readonly string[] {
  if ('routes' in page) return page.routes
  return page.file === '404.html' ? [] : [page.path]
}
