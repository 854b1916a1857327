import { describe, expect, it } from 'vitest'
import { serve } from '../tests/serve.ts'

async function open() {
  const { base } = await serve()
  return {
    base,
    choose: (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      fetch(`${base}/api/language`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
        body: new URLSearchParams(fields),
      }),
    read: async (path: string, cookie?: string) => {
      const answer = await fetch(base + path, { headers: cookie === undefined ? {} : { Cookie: cookie } })
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    },
  }
}

describe('the choice of a language', () => {
  it('is stored in a cookie that other sites cannot send, and redirects back to the page', async () => {
    const { base, choose } = await open()
    const answer = await choose({ language: 'es' }, { Referer: `${base}/events?topic=AI` })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/events?topic=AI'])
    expect(answer.headers.get('set-cookie')).toBe('language=es; Max-Age=34560000; Path=/; SameSite=Lax')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['', '/'],
    ['nonsense', '/'],
    ['http://x//evil.example/%5c?a=//b', '/evil.example/%5c?a=//b'],
    ['http://x/\\\\evil.example', '/evil.example'],
    ['http://x/api/listings', '/post'],
    [
      'http://x/api/listings/0b0f8a52-3c7f-4a6e-8a54-0e6b7f0f6c11/edit',
      '/listing/0b0f8a52-3c7f-4a6e-8a54-0e6b7f0f6c11',
    ],
    ['http://x/api/preview?path=/about&secret=s', '/'],
  ])('redirects from %j to %j', async (referrer, path) => {
    const { choose } = await open()
    const answer = await choose({ language: 'fr' }, referrer === '' ? {} : { Referer: referrer })
    expect(answer.headers.get('location')).toBe(path)
  })

  it.each([
    [{ language: 'de' }, {}, 400, 'choose a language: english, español, français'],
    [{}, {}, 400, 'choose a language: english, español, français'],
    [
      { language: 'es' },
      { 'Sec-Fetch-Site': 'cross-site' },
      403,
      'the language can only be chosen on this site',
    ],
    [
      { language: 'es' },
      { 'Content-Type': 'application/json' },
      415,
      'send this as application/x-www-form-urlencoded in UTF-8',
    ],
  ] as const)('is refused for the fields %j with the headers %j', async (fields, headers, status, text) => {
    const { choose } = await open()
    const answer = await choose(fields, headers)
    expect([answer.status, await answer.text(), answer.headers.get('set-cookie')]).toEqual([
      status,
      text,
      null,
    ])
  })

  it('cannot be made by a GET', async () => {
    const { base } = await open()
    const answer = await fetch(`${base}/api/language?language=es`)
    expect([answer.status, answer.headers.get('allow'), answer.headers.get('set-cookie')]).toEqual([
      405,
      'POST, OPTIONS',
      null,
    ])
  })
})

describe('the language of an answer', () => {
  it.each(['/about', '/post', '/', '/nothing', '/events', '/category/jobs'])(
    'is that of the cookie at %s, and Vary says so',
    async (path) => {
      const { read } = await open()
      const texts = new Set<string>()
      for (const cookie of [undefined, 'language=es', 'language=de; a=b; language=fr']) {
        const { headers, text } = await read(path, cookie)
        expect(headers.get('vary')).toBe('Accept-Encoding, Cookie')
        texts.add(text)
      }
      expect(texts.size).toBe(3)
    },
  )

  it.each(['language=de', 'language=', 'language=__proto__', 'language=es%00', 'language="es'])(
    'is English for the cookie %j',
    async (cookie) => {
      const { read } = await open()
      expect((await read('/about', cookie)).text).toBe((await read('/about')).text)
    },
  )

  it.each(['/es/about', '/es/about.html', '/fr', '/es/index.html', '/fr/shell/event.html'])(
    'is not part of the address: %s is not found',
    async (path) => {
      const { read } = await open()
      expect((await read(path)).status).toBe(404)
    },
  )

  it('is part of the ETag', async () => {
    const { base, read } = await open()
    const { headers } = await read('/about')
    const etag = headers.get('etag') ?? ''
    const answer = await fetch(`${base}/about`, { headers: { 'If-None-Match': etag, Cookie: 'language=es' } })
    expect(answer.status).toBe(200)
  })

  it('is that of the cookie in error messages, too', async () => {
    const { base, read } = await open()
    const { text } = await read('/api/listings/0b0f8a52-3c7f-4a6e-8a54-0e6b7f0f6c11', 'language=es')
    expect(text).toBe('anuncio no encontrado')
    const answer = await fetch(`${base}/api/listings`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: 'language=fr' },
      body: '{"title":""}',
    })
    expect(await answer.text()).toContain('saisissez un titre')
  })
})
