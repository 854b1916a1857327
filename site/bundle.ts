import { afterPaint, startScripts } from './lib/page/after-paint.ts'
import { createApp } from 'astro/app/entrypoint'
import { lastDayOf, toDay, toMonth } from '#domain/pacific.ts'
import { hasPassed } from '#domain/programme/dates.ts'
import type { CreateRenderer } from '#domain/pages/renderer.ts'
import { type Content, type ContentQuery, createContent } from './lib/content/content.ts'

const app = createApp({ streaming: false })
// `render` throws the reason why a page failed; Astro would also log it, with its stack trace.
app.logger.options.level = 'silent'

/** Treated like a query id. Followed by a day: a page that depends on whether it is over is rendered again then. */
const pastPart = 'past '

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

export const createRenderer: CreateRenderer = (settings) => {
  const content = createContent(settings.content, settings.known)

  async function readDigest(part: string): Promise<string | undefined> {
    if (part.startsWith(pastPart)) return String(hasPassed(part.slice(pastPart.length), new Date()))
    const query = parts.get(part)
    return query && content.readDigest(query)
  }

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
      const now = new Date()
      // Fixed before the page is rendered: its digests must not be newer than it is.
      const times = new Map<string, string>()
      const isPast = (day: string) => {
        const isOver = hasPassed(day, now)
        times.set(pastPart + day, String(isOver))
        return isOver
      }
      const locals: App.Locals = {
        content: note(read),
        readMonth: () => {
          const month = toMonth(toDay(now))
          isPast(lastDayOf(month))
          return month
        },
        isPast,
        language,
        view,
      }
      const response = await app.render(new Request(new URL(path, settings.siteUrl)), { locals })
      if (locals.fault) throw locals.fault
      if (response.status >= 500) throw new Error(`${path} could not be rendered: status ${response.status}`)
      const isPage = response.headers.get('content-type')?.startsWith('text/html')
      const body = isPage ? await writePage(response) : await response.arrayBuffer()
      const digests = [...read].map(async (part) => [part, (await readDigest(part)) ?? ''] as const)
      return {
        status: response.status,
        body: new Uint8Array(body),
        reads: Object.fromEntries([...(await Promise.all(digests)), ...times]),
      }
    },
  }
}

/**
 * Removes Astro's style element for islands, which is invalid HTML where it stands: styles/base.css has its rule.
 * Takes React's renderer from the island's own file: Astro's would be one more request, for a file that only exports it.
 * Defers modules until after the first paint (lib/page/after-paint.ts).
 */
async function writePage(response: Response): Promise<Uint8Array> {
  const html = (await response.text())
    .replace(/<style>astro-island,[^<]*<\/style>/, '')
    .replaceAll(/(component-url="([^"]+)" component-export="[^"]+" renderer-url=")[^"]+/g, '$1$2')
  const started = html.replaceAll('<script type="module" src=', '<script type="module" data-src=')
  return new TextEncoder().encode(started === html ? html : started.replace('</body>', `${starter}</body>`))
}

const starter = `<script type="module">(${afterPaint})(${startScripts})</script>`
