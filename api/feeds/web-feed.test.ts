import { expect, it } from 'vitest'
import { type WebFeed, writeWebFeed } from './web-feed.ts'

const nasty = `<b a="1">&amp; 'x' ]]> \u0000\u0008\ufffe\ud800</title>`

const feed: WebFeed = {
  title: nasty,
  description: nasty,
  self: 'https://site.test/feed?a=1&b=2',
  page: 'https://site.test/page?a=1&b=2',
  site: 'https://site.test',
  items: [
    {
      id: '00000000-0000-4000-8000-000000000000',
      url: 'https://site.test/listing/1?a=1&b=2',
      title: nasty,
      text: `${nasty}\n${nasty}`,
      published: '2026-11-21T18:30:00.000Z',
      updated: '2026-11-21T18:30:00.000Z',
      author: nasty,
      tags: [nasty],
    },
  ],
}

// Feed readers refuse a feed that is not well formed.
it.each(['xml', 'atom'] as const)('writes well-formed XML, whatever visitors have written: %s', (format) => {
  const text = writeWebFeed(format, feed).toString()
  expect(text).toMatch(/^<\?xml [^>]+\?>/)
  expect(findFault(text.slice(text.indexOf('?>') + 2))).toBeUndefined()
})

function findFault(xml: string): string | undefined {
  const open: string[] = []
  const markup = /<(\/?)([\w:]+)[^<>]*?(\/?)>|&(?:amp|lt|gt|quot|#39);|[<&]/g
  for (const [found, end, name, isEmpty] of xml.matchAll(markup)) {
    if (found === '<' || found === '&') return `${found} is not escaped`
    if (name === undefined || isEmpty) continue
    if (!end) open.push(name)
    else if (open.pop() !== name) return `${found} closes another element`
  }
  if (open.length > 0) return `${open.join()} is not closed`
  return /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(xml)?.[0]
}
