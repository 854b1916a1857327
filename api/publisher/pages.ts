import { type Language, languages } from '#domain/language.ts'
import type { PageView } from '#domain/page-view.ts'

/**
 * The pages of a release: the path that the bundle is asked for and the file that it becomes. A dynamic route has
 * one shell for all of its paths, so any path of the route's form does (`…/shell`); `routes` are those forms, where
 * the path is not the page's own, or where the server fills the page.
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

/** A page's file in a language: `about.html`, `es/about.html`. No address leads there but the page's own. */
export type LocalFile = PageFile | `${Exclude<Language, 'en'>}/${PageFile}`

/** The file of a page in a language. */
export function fileIn(language: Language, file: PageFile): LocalFile {
  return language === 'en' ? file : `${language}/${file}`
}

/** Every page in every language. */
export const localPages = languages.flatMap((language) =>
  pages.map(({ path, file }) => ({ path, file, language, localFile: fileIn(language, file) })),
)

/** The pages of dynamic routes, and those that change without the content. */
export const shells = pages.filter((page) => 'routes' in page)

export type ShellFile = Extract<Page, { routes: readonly string[] }>['file']

/** The page that shows a record of each kind. */
export const viewFiles: Record<PageView['page'], ShellFile> = {
  home: 'index.html',
  post: 'post.html',
  category: 'shell/category.html',
  listing: 'shell/listing.html',
  events: 'events.html',
  event: 'shell/event.html',
}

/** Where a page is: its own path, or the forms of those that it stands for. The not-found page is nowhere. */
export function listRoutes(page: Page): readonly string[] {
  if ('routes' in page) return page.routes
  return page.file === '404.html' ? [] : [page.path]
}
