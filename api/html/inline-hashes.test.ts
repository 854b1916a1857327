import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { readInlineHashes } from './inline-hashes.ts'

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

it('hashes the exact text of inline scripts and styles, each once', () => {
  const html = `<!doctype html><style> a { } </style><script>let a = "<b>"\n</script><p>x</p><script>let a = "<b>"\n</script>`
  expect(readInlineHashes(html)).toEqual({
    scripts: [hash('let a = "<b>"\n')],
    styles: [hash(' a { } ')],
  })
})

it('skips external and empty scripts, data blocks, and text that only looks like a script', () => {
  const html = `
    <script src="/a.js"></script>
    <script type="module" data-src="/b.js"></script>
    <script type="application/json">{"a":"<script>"}</script>
    <script type="application/ld+json">{}</script>
    <!-- <script>comment()</script> -->
    <textarea><script>text()</script></textarea>`
  expect(readInlineHashes(html)).toEqual({ scripts: [], styles: [] })
})

it('finds nested module scripts', () => {
  const html = '<main><div><script type="module">go()</script></div></main>'
  expect(readInlineHashes(html).scripts).toEqual([hash('go()')])
})
