import { expect, it } from 'vitest'
import { scanElements } from './scan-elements.ts'

const scan = (html: string) =>
  scanElements(html).map(({ name, attributes, text }) => [name, Object.fromEntries(attributes), text])

it.each([
  ['a quoted value with markup', `<p title="a > <script>b</script>">x</p>`, 'a > <script>b</script>'],
  ['single quotes', `<p title='a "b"'>x</p>`, 'a "b"'],
  ['no quotes', '<p title=a>x</p>', 'a'],
  ['no value', '<p title>x</p>', ''],
  ['entities', '<p title="&lt;a&gt; &#38; &#x27;b&#39; &quot;&amp;amp;">x</p>', `<a> & 'b' "&amp;`],
  ['a repeated name', '<p title="a" title="b">x</p>', 'a'],
  ['its name within another name, and within a value', '<p data-title="b" id="title=c" title="a">x</p>', 'a'],
])('reads an attribute with %s', (_what, html, title) => {
  expect(scanElements(html)).toHaveLength(1)
  expect(scanElements(html)[0]?.attributes.get('title')).toBe(title)
})

it('returns the text of scripts and styles unchanged', () => {
  expect(scan('<style> a > b {}\n</style><script type="module">if (a < b) "<p>"\n</script><p>x</p>')).toEqual(
    [
      ['style', {}, ' a > b {}\n'],
      ['script', { type: 'module' }, 'if (a < b) "<p>"\n'],
      ['p', {}, ''],
    ],
  )
})

it('finds no elements in comments, titles, text areas and noscript', () => {
  const html =
    '<!-- <a> --><title><a></title><textarea name="x"><a></textarea><noscript><a></a></noscript></p><br/>'
  expect(scan(html).map(([name]) => name)).toEqual(['title', 'textarea', 'noscript', 'br'])
})
