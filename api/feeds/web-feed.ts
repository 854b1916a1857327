/** RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1. */
import { type FeedFormat, feedFormats } from '#domain/feeds.ts'
import { currentLanguage } from '#domain/language.ts'
import { escapeHtml, toHtml, writeAttributes } from '#domain/pages/page-head.ts'

export type WebFeed = {
  title: string
  description: string
  /** Absolute URLs of the feed, of the page that shows the same items, and of the site. */
  self: string
  page: string
  site: string
  /** The newest first. */
  items: FeedItem[]
}

export type FeedItem = {
  /** A UUID. */
  id: string
  /** Absolute. */
  url: string
  title: string
  /** Plain, with line breaks. */
  text: string
  /** ISO 8601 in UTC. `published` is absent where only the last change is known. */
  published?: string
  updated: string
  author?: string
  tags: readonly string[]
}

export function writeWebFeed(format: FeedFormat, feed: WebFeed): Buffer<ArrayBuffer> {
  if (format === 'json') return Buffer.from(writeJsonFeed(feed))
  const xml = format === 'xml' ? writeRss(feed) : writeAtom(feed)
  return Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n${xml.replace(notInXml, '')}\n`)
}

/** Characters that XML 1.0 cannot contain. */
const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

function writeRss({ title, description, self, page, items }: WebFeed): string {
  const written = items.map(({ id, url, title: name, text, updated, author, tags }) =>
    element('item', [
      element('title', name),
      element('link', url),
      element('guid', idOf(id), { isPermaLink: 'false' }),
      element('pubDate', new Date(updated).toUTCString()),
      ...(author === undefined ? [] : [element('dc:creator', author)]),
      ...tags.map((tag) => element('category', tag)),
      element('description', toHtml(text)),
    ]),
  )
  const channel = element('channel', [
    element('title', title),
    element('link', page),
    element('description', description),
    element('language', currentLanguage()),
    element('lastBuildDate', new Date(newestOf(items)).toUTCString()),
    element('ttl', '60'),
    element('atom:link', [], { rel: 'self', type: feedFormats.xml.type, href: self }),
    ...written,
  ])
  const namespaces = {
    version: '2.0',
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  }
  return element('rss', [channel], namespaces)
}

function writeAtom({ title, description, self, page, site, items }: WebFeed): string {
  const written = items.map(({ id, url, title: name, text, published, updated, author, tags }) =>
    element('entry', [
      element('id', idOf(id)),
      element('title', name),
      element('link', [], { rel: 'alternate', href: url }),
      ...(published === undefined ? [] : [element('published', published)]),
      element('updated', updated),
      ...(author === undefined ? [] : [element('author', [element('name', author)])]),
      ...tags.map((tag) => element('category', [], { term: tag })),
      element('content', toHtml(text), { type: 'html' }),
    ]),
  )
  const inside = [
    element('id', self),
    element('title', title),
    element('subtitle', description),
    element('link', [], { rel: 'self', type: feedFormats.atom.type, href: self }),
    element('link', [], { rel: 'alternate', type: 'text/html', href: page }),
    element('author', [element('name', new URL(site).host)]),
    element('updated', newestOf(items)),
    ...written,
  ]
  const namespaces = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': currentLanguage() }
  return element('feed', inside, namespaces)
}

function writeJsonFeed({ title, description, self, page, items }: WebFeed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: page,
    feed_url: self,
    language: currentLanguage(),
    items: items.map(({ id, url, title: name, text, published, updated, author, tags }) => ({
      id: idOf(id),
      url,
      title: name,
      content_text: text,
      ...(published !== undefined && { date_published: published }),
      date_modified: updated,
      ...(author !== undefined && { authors: [{ name: author }] }),
      ...(tags.length > 0 && { tags }),
    })),
  })
}

function idOf(uuid: string): string {
  return `urn:uuid:${uuid.toLowerCase()}`
}

function newestOf(items: readonly FeedItem[]): string {
  return items[0]?.updated ?? startedAt
}

/** Update time of a feed without entries, which must have one, too. */
const startedAt = new Date().toISOString()

/** `content` is text to escape, or elements that are serialized already. */
function element(name: string, content: string | string[], attributes: Record<string, string> = {}): string {
  const inside = typeof content === 'string' ? escapeHtml(content) : content.join('')
  return `<${name}${writeAttributes(attributes)}>${inside}</${name}>`
}
