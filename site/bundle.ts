import { createApp } from 'astro/app/entrypoint'
import type { ContentSettings } from '#domain/content-settings.ts'
import { type Language, languages as allLanguages } from '#domain/language.ts'
import { toDay, toMonth } from '#domain/pacific.ts'
import type { PageView } from '#domain/page-view.ts'
import { type Content, type ContentQuery, createContent } from './lib/content.ts'

const app = createApp({ streaming: false })
// Why a page cannot be made is thrown by `render`; Astro would write it out as well, with its stack.
app.logger.options.level = 'silent'

/** A rendered path: a page, or an image of the content, and what it read: a digest of each part of the content. */
export type Rendered = { status: number; body: Uint8Array; reads: Record<string, string> }

export type Renderer = {
  /** Renders a path in a language, with its record where it has one. A path that no page has gives the not-found page. */
  render: (path: string, language: Language, view?: PageView) => Promise<Rendered>
  /** The digest of a part of the content that pages read. */
  readDigest: (part: string) => Promise<string | undefined>
  /** The documents that were read, or known, so far. */
  listDocuments: () => Promise<Map<string, unknown>>
}

/** The present month counts as a part of the content, so that a page that shows it is rendered anew when it ends. */
const monthPart = 'month'

function readMonth(): string {
  return toMonth(toDay(new Date()))
}

/** Every document that pages may read, so that it can be asked for without rendering. */
const modules = import.meta.glob<Record<string, unknown>>(['./queries/*.ts', '!./queries/*.test.ts'], {
  eager: true,
})
const parts = new Map<string, ContentQuery<unknown>>(
  Object.values(modules)
    .flatMap((exported) => Object.values(exported))
    .filter(isQuery)
    .map((query) => [query.id, query]),
)

function isQuery(value: unknown): value is ContentQuery<unknown> {
  const { id, query, schema } = Object(value) as Partial<ContentQuery<unknown>>
  return typeof id === 'string' && typeof query === 'string' && schema !== undefined
}

/**
 * What the publisher renders the pages of a release with; all of them show one state of the content. `siteUrl` is the
 * origin of absolute links; a reader can choose among `languages`, all unless it says otherwise. Documents that are `known`
 * by their ids are not asked for. A path whose page cannot be made rejects with the reason: ContentError where that is
 * its content.
 */
export function createRenderer(settings: {
  siteUrl: string
  content: ContentSettings
  languages?: readonly Language[] | undefined
  known?: ReadonlyMap<string, unknown> | undefined
}): Renderer {
  const content = createContent(settings.content, settings.known)

  async function readDigest(part: string): Promise<string | undefined> {
    if (part === monthPart) return readMonth()
    const query = parts.get(part)
    return query && content.readDigest(query)
  }

  /** The same content, which notes what is read of it. */
  function note(reads: Set<string>): Content {
    return {
      ...content,
      load: (query) => {
        reads.add(query.id)
        return content.load(query)
      },
    }
  }

  return {
    readDigest,
    listDocuments: content.listDocuments,
    render: async (path, language, view) => {
      const read = new Set<string>()
      const month = readMonth()
      const locals: App.Locals = {
        content: note(read),
        readMonth: () => {
          read.add(monthPart)
          return month
        },
        language,
        languages: settings.languages ?? allLanguages,
        view,
      }
      const response = await app.render(new Request(new URL(path, settings.siteUrl)), { locals })
      if (locals.fault) throw locals.fault
      if (response.status >= 500) throw new Error(`${path} could not be rendered: status ${response.status}`)
      const isPage = response.headers.get('content-type')?.startsWith('text/html')
      const body = isPage ? await writePage(response) : await response.arrayBuffer()
      const digests = [...read].map(
        async (part) => [part, part === monthPart ? month : ((await readDigest(part)) ?? '')] as const,
      )
      return {
        status: response.status,
        body: new Uint8Array(body),
        reads: Object.fromEntries(await Promise.all(digests)),
      }
    },
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
