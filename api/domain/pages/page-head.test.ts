import { describe, expect, it } from 'vitest'
import { formatTitle, toLine, writeHead } from './page-head.ts'

const head = {
  title: 'Room',
  description: 'A quiet room.',
  productName: 'founderlist',
  canonical: { path: '/listing/1', site: 'https://example.org' },
}

describe('the title of a page', () => {
  it.each([
    ['Room in the Mission', 'Room in the Mission · founderlist'],
    ['two\n lines\tof  it', 'two lines of it · founderlist'],
    ['דרוש מייסד', '\u2068דרוש מייסד\u2069 · founderlist'],
    ['a \u202eesrever\u202c of \u2067it\u2069', 'a esrever of it · founderlist'],
    ['\u2069\u2069ערב \u202e', '\u2068ערב\u2069 · founderlist'],
    ['👩🏽‍🚀 launch', '👩🏽‍🚀 launch · founderlist'],
  ])('keeps the product’s name at the end for %j', (title, text) => {
    expect(formatTitle(title, 'founderlist')).toBe(text)
  })
})

it('joins a text to one line and removes control characters', () => {
  expect(toLine(' a\r\n\u0007\u0085b\u2028c ')).toBe('a b c')
})

describe('the head of a page', () => {
  it('has title, description, address and link preview', () => {
    expect(writeHead(head)).toBe(
      [
        '<title>Room · founderlist</title>',
        '<meta name="application-name" content="founderlist">',
        '<meta name="description" content="A quiet room.">',
        '<link rel="canonical" href="https://example.org/listing/1">',
        '<link rel="alternate" hreflang="en" href="https://example.org/listing/1">',
        '<link rel="alternate" hreflang="es" href="https://example.org/es/listing/1">',
        '<link rel="alternate" hreflang="fr" href="https://example.org/fr/listing/1">',
        '<link rel="alternate" hreflang="x-default" href="https://example.org/listing/1">',
        '<link rel="search" type="application/opensearchdescription+xml" title="founderlist" href="/opensearch.xml">',
        '<meta property="og:type" content="website">',
        '<meta property="og:site_name" content="founderlist">',
        '<meta property="og:title" content="Room">',
        '<meta property="og:description" content="A quiet room.">',
        '<meta property="og:url" content="https://example.org/listing/1">',
        '<meta name="twitter:card" content="summary">',
      ].join(''),
    )
  })

  it('has the preview image with its size and alt text', () => {
    const html = writeHead({ ...head, image: 'https://example.org/card/listing/1.png' })
    expect(html).toContain(
      [
        '<meta property="og:image" content="https://example.org/card/listing/1.png">',
        '<meta property="og:image:width" content="1200">',
        '<meta property="og:image:height" content="630">',
        '<meta property="og:image:alt" content="Room">',
        '<meta name="twitter:card" content="summary_large_image">',
      ].join(''),
    )
  })

  it('tells search engines not to index a hidden page, and has no address if none is given', () => {
    const html = writeHead({ ...head, canonical: undefined, isHidden: true })
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toMatch(/canonical|og:url/)
  })

  it('fault 48: escapes all texts', () => {
    const hostile = `</title><script>alert(1)</script>" onload='x' &lt;`
    const html = writeHead({
      title: hostile,
      description: hostile,
      productName: hostile,
      canonical: { path: hostile, site: '' },
    })
    const escaped = '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&#39;x&#39; &amp;lt;'
    expect(html.split(escaped)).toHaveLength(15)
    expect(html.replaceAll(escaped, '')).not.toMatch(/<script|onload/)
  })
})
