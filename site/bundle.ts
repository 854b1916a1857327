import { createApp } from 'astro/app/entrypoint'
import type { ContentSettings } from '#domain/content-settings.ts'
import { createContent } from './lib/content.ts'

const app = createApp({ streaming: false })

/** Renders a path: a page, or an image of the content. A path that no page has gives the not-found page. */
export type Render = (path: string) => Promise<{ status: number; body: Uint8Array }>

/**
 * What the publisher renders the pages of a release with; all of them show one state of the content. `siteUrl` is the
 * origin of absolute links. A path whose page cannot be made rejects with the reason: ContentError where that is its
 * content.
 */
export function createRenderer(settings: { siteUrl: string; content: ContentSettings }): Render {
  const content = createContent(settings.content)
  return async (path) => {
    const locals: App.Locals = { content }
    const response = await app.render(new Request(new URL(path, settings.siteUrl)), { locals })
    if (locals.fault) throw locals.fault
    if (response.status >= 500) throw new Error(`${path} could not be rendered: status ${response.status}`)
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    const body = isPage ? await writePage(response) : await response.arrayBuffer()
    return { status: response.status, body: new Uint8Array(body) }
  }
}

/**
 * Astro writes the one rule of its islands before the first of them, where HTML often allows no style element. The
 * rule stands in styles/base.css.
 */
async function writePage(response: Response): Promise<Uint8Array> {
  const html = await response.text()
  return new TextEncoder().encode(html.replace(/<style>astro-island,[^<]*<\/style>/, ''))
}
