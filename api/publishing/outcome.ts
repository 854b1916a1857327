import type { ContentError } from '#domain/content/content-error.ts'
import { languages } from '#domain/language.ts'
import type { DeployFault, PagesError } from './faults.ts'
import { fileIn } from './pages.ts'
import type { RenderedRelease } from './render.ts'
import type { StalePage } from './stale-pages.ts'

/** `renderedPages` counts the changed ones; `isNew`: the host had not been told of this content. */
export type Outcome =
  | ({ state: 'live'; release: string; renderedPages: number; milliseconds: number } & Pages)
  | ({ state: 'unchanged' } & Pages)
  | { state: 'handed over'; isNew: boolean }
  | { state: 'failed'; error: ContentError | PagesError | DeployFault }

type Pages = { stale: readonly StalePage[]; shown: readonly string[] }

export function listShown({ pages, faulty }: RenderedRelease): string[] {
  const kept = new Set(faulty.flatMap(({ file }) => languages.map((language) => fileIn(language, file))))
  const fresh = [...pages].filter(([file]) => !kept.has(file))
  return [...new Set(fresh.flatMap(([, { reads }]) => Object.keys(reads)))]
}
