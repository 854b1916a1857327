import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { optionalBody } from '../../queries/body.ts'
import { Prose } from './Prose.tsx'

type Parts = { style?: string; listItem?: string; level?: number; marks?: string[]; markDefs?: unknown[] }

function block(text: string, { marks = [], ...parts }: Parts = {}) {
  return { _type: 'block', _key: text, children: [{ _type: 'span', _key: 'a', text, marks }], ...parts }
}

/** Returns the HTML of a text as editors save it. */
function render(members: unknown[], level?: 2 | 3 | 4): string {
  const html = renderToStaticMarkup(
    <Prose body={{ value: optionalBody.parse(members), lang: undefined }} {...(level && { level })} />,
  )
  return html.slice('<div class="prose">'.length, -'</div>'.length)
}

describe('Prose', () => {
  it('leaves out the empty paragraphs that editors leave behind', () => {
    const nothing = { _type: 'block', _key: 'a', children: null, markDefs: null }
    expect(render([block('one'), block(' '), nothing, block('two')])).toBe('<p>one</p><p>two</p>')
  })

  it('escapes HTML in text', () => {
    expect(render([block('<script>1</script>')])).toBe('<p>&lt;script&gt;1&lt;/script&gt;</p>')
  })

  it('keeps line breaks within a paragraph', () => {
    expect(render([block('one\ntwo')])).toBe('<p>one<br/>two</p>')
  })

  it.each([
    [undefined, '<h2>a</h2><h3>b</h3>'],
    [4 as const, '<h4>a</h4><h5>b</h5>'],
  ])('starts headings at the level %s (default: 2)', (level, html) => {
    expect(render([block('a', { style: 'h2' }), block('b', { style: 'h3' })], level)).toBe(html)
  })

  it('skips no heading level if a text begins with a subheading', () => {
    const text = [block('a', { style: 'h3' }), block('b', { style: 'h2' }), block('c', { style: 'h3' })]
    expect(render(text)).toBe('<h2>a</h2><h2>b</h2><h3>c</h3>')
  })

  it('nests lists of both kinds', () => {
    const text = [
      block('a', { listItem: 'bullet', level: 1 }),
      block('b', { listItem: 'number', level: 2 }),
      block('c', { listItem: 'bullet', level: 3 }),
      block('d', { listItem: 'bullet', level: 1 }),
    ]
    expect(render(text)).toBe('<ul><li>a<ol><li>b<ul><li>c</li></ul></li></ol></li><li>d</li></ul>')
  })

  it('begins another list if the kind changes', () => {
    const text = [block('a', { listItem: 'bullet' }), block('b', { listItem: 'number' })]
    expect(render(text)).toBe('<ul><li>a</li></ul><ol><li>b</li></ol>')
  })

  it('marks links to other sites only', () => {
    const link = (href: string) =>
      render([block('a', { marks: ['m'], markDefs: [{ _type: 'link', _key: 'm', href }] })])
    expect(link('https://example.org/')).toBe(
      '<p><a href="https://example.org/" rel="noopener external">a</a></p>',
    )
    expect(link('/apply')).toBe('<p><a href="/apply">a</a></p>')
    expect(link('mailto:a@example.org')).toBe('<p><a href="mailto:a@example.org">a</a></p>')
  })

  it('shows only the text of an unknown mark, or of one without a definition', () => {
    expect(render([block('a', { marks: ['underlined', 'strong', 'gone'] })])).toBe(
      '<p><strong>a</strong></p>',
    )
  })

  it('shows an image with its dimensions, its alternative text and its caption', () => {
    const asset = { _ref: 'image-abc-600x400-png' }
    const html = render([{ _type: 'figure', _key: 'a', asset, alt: 'people', caption: 'At work.' }])
    expect(html).toContain('width="600" height="400"')
    expect(html).toContain('alt="people"')
    expect(html).toContain('loading="lazy" decoding="async"')
    expect(html).toContain('<figcaption>At work.</figcaption>')
    expect(html).not.toContain('1280w')
  })
})
