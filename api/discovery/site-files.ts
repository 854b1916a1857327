import { feedPaths } from '#domain/feeds.ts'
import { catalogue, categoryPath } from '#domain/listings/catalogue.ts'
import { escapeHtml, searchDescription, toLine } from '#domain/pages/page-head.ts'
import { menu, type Page } from '#domain/pages/pages.ts'
import { listPagePaths, writeSitemap } from './sitemap.ts'

/** `url` is the site's origin; `description` is absent where the content is not known. */
export type SiteFacts = { url: string; name: string; description?: string | undefined }

/** The parts of the content that they come from. */
export const factParts = ['siteSettings', 'home']

export function writeRobots({ url }: SiteFacts): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${url}/sitemap.xml\n`
}

/** Characters of the name that browsers list (OpenSearch 1.1). */
const maxShortName = 16
const maxDescription = 1_024

/** OpenSearch 1.1, so that browsers can add the site as a search engine. */
export function writeSearchDescription({ url, name, description = name }: SiteFacts): string {
  const text = (value: string, max: number) => {
    const line = toLine(value.toWellFormed().replace(/[\ufffe\uffff]/g, ''))
    return escapeHtml([...line].slice(0, max).join(''))
  }
  const site = escapeHtml(url)
  return `<?xml version="1.0" encoding="utf-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${text(name, maxShortName)}</ShortName>
<Description>${text(description, maxDescription)}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="32" height="32" type="image/x-icon">${site}/favicon.ico</Image>
<Url type="text/html" template="${site}/?q={searchTerms}"/>
<Url type="application/atom+xml" template="${site}/search.atom?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${site}${searchDescription}"/>
</OpenSearchDescription>
`
}

/** llmstxt.org: Markdown in English. `hasApi`: the site serves feeds and JSON. */
export function writeLlms({ url, name, description }: SiteFacts, { hasApi = true } = {}): string {
  const link = (title: string, path: string, note?: string) =>
    `- [${title}](${url}${path})${note === undefined ? '' : `: ${note}`}`
  const isProgramme = ({ name: page }: Page) => page !== 'home' && page !== 'events'
  const board = [
    link('newest listings and events', '/', 'San Francisco; `?city=NYC` for New York, `?q=` searches'),
    link('events', '/events', 'in and around San Francisco; `/events/YYYY-MM-DD` is one day'),
    ...catalogue.map(({ name: category, subcategories }) =>
      link(category, categoryPath(category), subcategories.map((each) => each.name).join(', ')),
    ),
  ]
  const feeds = [
    link('calendar of all events', feedPaths.calendar(), 'iCalendar'),
    link('events of this week', feedPaths.week(), 'plain text; `?week=YYYY-MM-DD` for the week of a day'),
    link('feed of events', feedPaths.events('json'), 'JSON Feed; also `.xml` (RSS) and `.atom`'),
    link('feed of a category', feedPaths.category('json', '/category/jobs'), 'the same of every category'),
    link('events as JSON', '/api/events', '`?from=` and `?to=` take days'),
    link('the whole API', '/api/openapi.json', 'OpenAPI 3.1; to read: /api'),
    link('search as JSON', '/api/search?q=founder', '`city=SF` or `NYC`'),
    link('all addresses', '/sitemap.xml'),
  ]
  const programme = menu.filter(isProgramme).map((page) => link(page.name, page.path))
  const parts = [
    `# ${toLine(name)}`,
    ...(description === undefined ? [] : [`> ${toLine(description)}`]),
    'A pre-accelerator for startup founders, with a board of classified ads for San Francisco and New York and a calendar of ' +
      'events. Days and times are those of San Francisco. Visitors write the listings. Pages of events, jobs and categories ' +
      'have JSON-LD.',
    '## The programme',
    programme.join('\n'),
    '## Listings and events',
    board.join('\n'),
    ...(hasApi ? ['## Feeds and data', feeds.join('\n')] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

/** For a static host, which has no events and listings. */
export function listSiteFiles(facts: SiteFacts): Map<string, Buffer<ArrayBuffer>> {
  const pages = listPagePaths().map((path) => ({ path }))
  const files = {
    'robots.txt': writeRobots(facts),
    'sitemap.xml': writeSitemap('urlset', facts.url, pages),
    'llms.txt': writeLlms(facts, { hasApi: false }),
    [searchDescription.slice(1)]: writeSearchDescription(facts),
  }
  return new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))
}
