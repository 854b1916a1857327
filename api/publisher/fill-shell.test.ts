import { describe, expect, it } from 'vitest'
import { writeShellHead, writeShellWords, writeWords } from '#domain/page-shell.ts'
import { cutShell, fillShell } from './fill-shell.ts'

const head = { title: 'listing', description: 'A listing.', productName: 'a <b> "name"' }
const html = [
  '<!doctype html><head><meta charset="utf-8">',
  writeShellHead(head),
  // What an editor wrote stands in the page too, in attributes with its `<` as it is.
  '<link title="<!--head--><!--words-->"></head><body><p title="<!--words--><!--/words-->">',
  `<noscript>${writeShellWords(['needs a script'])}</noscript></body>`,
].join('')
const shell = cutShell('listing.html', html)

/** The data block of a filled page, as a browser reads it. */
function readRecord(filled: string): unknown {
  const [, text] = /<script type="application\/json" id="record">([^<]*)<\/script>/.exec(filled) ?? []
  return JSON.parse(text ?? '')
}

describe('a shell', () => {
  it('is cut at its own marks, whatever an editor wrote', () => {
    expect(shell.head).toEqual(head)
    expect(shell.beforeHead).toBe('<!doctype html><head><meta charset="utf-8">')
    expect(shell.slots).toEqual([
      { name: 'words', own: '<p>needs a script</p>', after: '</noscript></body>' },
    ])
  })

  it.each(['<!--head-->', '<!--/head-->', '<!--/words-->', '<meta name="description"'])(
    'is refused without its %s',
    (part) => {
      expect(() => cutShell('listing.html', html.replaceAll(part, ''))).toThrow(
        expect.objectContaining({ name: 'ShellError' }),
      )
    },
  )

  it('says of a path without a record what it says of all', () => {
    const filled = fillShell(shell, { status: 200, head: {} })
    expect(filled).toBe(
      html
        .replace('<!--head--><title>', '<title>')
        .replace('<!--/head--><link', '<link')
        .replace('<!--words--><p>needs', '<p>needs')
        .replace('script</p><!--/words-->', 'script</p>'),
    )
  })

  it('holds a record that no text of it can leave', () => {
    const body = { title: '</script><script>alert(1)</script><!--<script>', text: '\u2028\u2029 \\u003c "' }
    const record = { address: '/api/listings/1', status: 200, json: JSON.stringify(body) }
    const filled = fillShell(shell, { status: 200, head: { title: body.title }, record })
    expect(readRecord(filled)).toEqual({ address: '/api/listings/1', status: 200, body })
    expect(filled).not.toMatch(/[\u2028\u2029]/)
    expect(filled.match(/<script/g)).toHaveLength(1)
  })

  it('tells a reader without scripts what is not there', () => {
    const filled = fillShell(shell, {
      status: 404,
      head: {},
      words: writeWords(['Event <Not> Found', 'It’s gone.']),
    })
    expect(filled).toContain('<noscript><p>Event &lt;Not&gt; Found</p><p>It’s gone.</p></noscript>')
  })
})
