import { currentLanguage } from '#domain/language.ts'
import type { PageView } from '#domain/pages/page-view.ts'
import type { Renderer, RenderSettings } from '#domain/pages/renderer.ts'
import type { Logger } from '../runtime/log.ts'
import type { PageBundle } from './bundle.ts'
import { fileIn, type LocalFile, findShell } from './pages.ts'
import { findPage, type Release } from './releases/release.ts'

/** Without its record, the page's script reads the record. `reads`: the parts of the content that it shows. */
type RenderedHtml = { html: string; hasRecord: boolean; reads: string[] }

/** Never rejects once there is a release: a record that cannot be rendered is left out. */
export type RenderPage = (path: string, view: PageView) => Promise<RenderedHtml>

/** Renders from the documents of one release, so it works while the content is unreachable. */
export function createPageRenderer(
  bundle: PageBundle,
  settings: RenderSettings,
  release: Release,
  logger: Pick<Logger, 'error'>,
): RenderPage {
  const { pages, documents } = release
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
    try {
      const renderer = openRenderer(fileIn(language, findShell(view)))
      const { body, reads } = await renderer.render(path, language, view)
      return { html: new TextDecoder().decode(body), hasRecord: true, reads: Object.keys(reads) }
    } catch (error) {
      logger.error({ error, path }, 'a page is sent without its record; its script will read it')
      const { body } = findPage(release, findShell(view), language).identity
      return { html: body.toString(), hasRecord: false, reads: [] }
    }
  }
}
