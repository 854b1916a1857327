import { currentLanguage } from '#domain/language.ts'
import type { PageView } from '#domain/pages/page-view.ts'
import type { Renderer, RenderSettings } from '#domain/pages/renderer.ts'
import type { PageBundle } from './bundle.ts'
import { fileIn, type LocalFile, findShell } from './pages.ts'
import type { Release } from './releases/release.ts'

export type PageRenderer = (path: string, view: PageView) => Promise<string>

/** Renders from the documents of one release, so it works while the content is unreachable. */
export function createPageRenderer(
  bundle: PageBundle,
  settings: RenderSettings,
  { pages, documents }: Pick<Release, 'pages' | 'documents'>,
): PageRenderer {
  const renderers = new Map<string, Renderer>()
  const all = [...pages.values()].flatMap(({ reads }) => Object.entries(reads))

  function openRenderer(file: LocalFile): Renderer {
    // A page kept from an earlier release shows older documents than the rest.
    const own = Object.entries(pages.get(file)?.reads ?? {})
    const key = JSON.stringify(own)
    const known = new Map(
      [...all, ...own].flatMap(([id, digest]) =>
        documents.has(digest) ? [[id, documents.get(digest)] as const] : [],
      ),
    )
    const renderer = renderers.get(key) ?? bundle.createRenderer({ ...settings, known })
    renderers.set(key, renderer)
    return renderer
  }

  return async (path, view) => {
    const language = currentLanguage()
    const renderer = openRenderer(fileIn(language, findShell(view)))
    const { body } = await renderer.render(path, language, view)
    return new TextDecoder().decode(body)
  }
}
