import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readAddress } from '#domain/language.ts'
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
      const { language, path } = readAddress(new URL(route.request().url()).pathname)
      const [, file] = pages.find(([form]) => form.test(path)) ?? []
      if (!file || route.request().resourceType() !== 'document') return route.fallback()
      const inOther = file === 'index.html' ? `${language}.html` : join(language, file)
      const body = await readFile(join(releases, 'current', language === 'en' ? file : inOther))
      return route.fulfill({ contentType: 'text/html; charset=UTF-8', body })
    },
  )
}
