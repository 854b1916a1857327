import { languages } from '#domain/language.ts'
import type { ContentFault, DeployFault, PagesError } from './faults.ts'
import { fileIn } from './pages.ts'
import type { RenderedRelease } from './render.ts'
import type { StalePage } from './stale-pages.ts'

/**
 * What became of a publish. `milliseconds` counts from its beginning; `renderedPages` are those that had changed. One
 * that was handed over is the host's that builds the site; `isNew` where it was not told of this content before.
 */
export type Outcome =
  | ({ state: 'live'; release: string; renderedPages: number; milliseconds: number } & Pages)
  | ({ state: 'unchanged' } & Pages)
  | { state: 'handed over'; isNew: boolean }
  | { state: 'failed'; error: ContentFault | PagesError | DeployFault }

/** `shown` are the documents that a page shows as they are now, by their ids. */
type Pages = { stale: readonly StalePage[]; shown: readonly string[] }

/** The documents that a page shows as they are now. */
export function listShown({ pages, faulty }: RenderedRelease): string[] {
  const kept = new Set(faulty.flatMap(({ file }) => languages.map((language) => fileIn(language, file))))
  const fresh = [...pages].filter(([file]) => !kept.has(file))
  return [...new Set(fresh.flatMap(([, { reads }]) => Object.keys(reads)))]
}
