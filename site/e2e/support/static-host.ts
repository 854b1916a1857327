import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languageCookie } from '#domain/language.ts'
import { findSharedServer } from './shared-server.ts'

const pages: ReadonlyArray<[form: RegExp, file: string]> = [
  [/^\/$/, 'index.html'],
  [/^\/category\/[^/]+(\/[^/]+)?$/, 'shell/category.html'],
  [/^\/listing\/[^/]+$/, 'shell/listing.html'],
  [/^\/events(\/[^/]+)?$/, 'events.html'],
  [/^\/event\/[^/]+$/, 'shell/event.html'],
]

/**
 * Serves the pages of dynamic routes as a static host does, rendered without data: their islands call the API. The CSP
 * of such a host is tested in api/publishing/host/host-files.pg.test.ts.
 */
export async function serveAsStaticHost(page: Page): Promise<void> {
  const releases = join(findSharedServer().dataFolder, 'releases')
  await page.route(
    () => true,
    async (route) => {
      const { pathname } = new URL(route.request().url())
      const [, file] = pages.find(([form]) => form.test(pathname)) ?? []
      if (!file || route.request().resourceType() !== 'document') return route.fallback()
      const { release } = JSON.parse(await readFile(join(releases, 'current.json'), 'utf8')) as {
        release: string
      }
      const cookies = await page.context().cookies()
      const language = cookies.find(({ name }) => name === languageCookie)?.value ?? 'en'
      const path = join(releases, release, language === 'en' ? '.' : language, file)
      return route.fulfill({ contentType: 'text/html; charset=UTF-8', body: await readFile(path) })
    },
  )
}
