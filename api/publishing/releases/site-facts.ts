import type { SiteFacts } from '../../discovery/site-files.ts'
import type { PageFile } from '../pages.ts'
import type { Release } from './release.ts'

/** Name and description of the site, from the documents of the release. */
export function readSiteFacts(
  { pages, documents }: Pick<Release, 'pages' | 'documents'>,
  url: string,
): SiteFacts {
  const read = (file: PageFile, id: string) =>
    Object(documents.get(pages.get(file)?.reads[id] ?? '')) as Record<string, unknown>
  const { productName } = read('contact.html', 'siteSettings')
  const { description } = read('index.html', 'home')
  return {
    url,
    name: typeof productName === 'string' ? productName : new URL(url).host,
    description: typeof description === 'string' ? description : undefined,
  }
}
