import { type Language, languages } from '#domain/language.ts'
import type { PageView } from '#domain/pages/page-view.ts'
import { type Page, pages } from '#domain/pages/pages.ts'

export type PageFile = Page['file']

/** `about.html`, `es/about.html`. Served only at the page's own address. */
export type LocalFile = PageFile | `${Exclude<Language, 'en'>}/${PageFile}`

export function fileIn(language: Language, file: PageFile): LocalFile {
  return language === 'en' ? file : `${language}/${file}`
}

export const localPages = languages.flatMap((language) =>
  pages.map(({ path, file }) => ({ path, file, language, localFile: fileIn(language, file) })),
)

/** Pages of dynamic routes, and pages that are rendered with a record. */
export const shells = pages.filter((page) => 'routes' in page)

export type ShellFile = (typeof shells)[number]['file']

/** The embedded list of events has no file of its own: it is rendered like the events page. */
export function findShell(view: PageView): ShellFile {
  const page = view.page === 'embed' ? 'events' : view.page
  const shell = shells.find(({ name }) => name === page)
  if (!shell) throw new Error(`There is no page ${view.page}`)
  return shell.file
}
