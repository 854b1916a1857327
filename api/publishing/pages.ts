import { type Language, languages } from '#domain/language.ts'
import type { PageView } from '#domain/pages/page-view.ts'
import { listRoutes, type Page, pages } from '#domain/pages/pages.ts'

export type PageFile = Page['file']

type Prefix = Exclude<Language, 'en'>

/** `about.html`, `es/about.html`, `es.html`. Served only at the page's own address. */
export type LocalFile = PageFile | `${Prefix}/${PageFile}` | `${Prefix}.html`

export function fileIn(language: Language, file: PageFile): LocalFile {
  if (language === 'en') return file
  // Web servers that add `.html` serve it at `/es`, without a slash.
  return file === 'index.html' ? `${language}.html` : `${language}/${file}`
}

export const localPages = languages.flatMap((language) =>
  pages.map((page) => ({
    path: page.path,
    file: page.file,
    routes: listRoutes(page),
    language,
    localFile: fileIn(language, page.file),
  })),
)

/** Pages of dynamic routes, and pages that are rendered with a record. */
export const shells = pages.filter((page) => 'routes' in page)

/** The embedded list of events has no file of its own: it is rendered like the events page. */
export function findShell(view: PageView) {
  const page = view.page === 'embed' ? 'events' : view.page
  const shell = shells.find(({ name }) => name === page)
  if (!shell) throw new Error(`There is no page ${view.page}`)
  return shell.file
}
