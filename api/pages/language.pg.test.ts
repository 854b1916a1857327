import { describe, expect, it } from 'vitest'
import { listingInput, serve } from '../tests/serve.ts'

const missing = '0b0f8a52-3c7f-4a6e-8a54-0e6b7f0f6c11'

async function open() {
  const { base } = await serve()
  return async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(base + path, { headers, redirect: 'manual' })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
}

describe('the language of a page', () => {
  it.each(['/about', '/post', '/', '/nothing', '/events', '/category/jobs', '/post?city=NYC'])(
    'is that of its address at %s, whatever the visitor’s browser prefers',
    async (path) => {
      const read = await open()
      const texts = new Set<string>()
      for (const prefix of ['', '/es', '/fr']) {
        const address = prefix + (path.startsWith('/?') || path === '/' ? path.slice(1) : path)
        const { headers, text } = await read(address || '/', {
          'Accept-Language': 'fr',
          Cookie: 'language=fr',
        })
        expect([headers.get('vary'), headers.get('set-cookie')]).toEqual(['Accept-Encoding', null])
        expect((await read(address || '/')).text).toBe(text)
        texts.add(text)
      }
      expect(texts.size).toBe(3)
    },
  )

  it.each([
    '/en/about',
    '/de/about',
    '/es/es/about',
    '/es/about.html',
    '/es.html',
    '/es/index.html',
    '/fr/shell/event.html',
    '/es/_astro/a.js',
    '/es/api/events',
    '/fr/robots.txt',
    '/fr/sitemap.xml',
    '/es/embed.js',
  ])('is not part of other addresses: %s is not found', async (path) => {
    const read = await open()
    expect((await read(path)).status).toBe(404)
  })

  it.each([
    ['/es/', '/es'],
    ['/es/about/', '/es/about'],
    ['/fr/events/?page=2', '/fr/events?page=2'],
  ])('stays in it when %s redirects', async (path, location) => {
    const read = await open()
    const { status, headers } = await read(path)
    expect([status, headers.get('location')]).toEqual([308, location])
  })
})

describe('the language of the API’s errors', () => {
  it('is the one that the client prefers', async () => {
    const read = await open()
    for (const [accepted, text] of [
      ['es', 'anuncio no encontrado'],
      ['de, fr-CA;q=0.9, en;q=0.5', 'annonce introuvable'],
      ['de', 'listing not found'],
    ] as const)
      expect((await read(`/api/listings/${missing}`, { 'Accept-Language': accepted })).text).toBe(text)
  })

  it('is that of a form which is sent without scripts, and so are the pages that it leads to', async () => {
    const { base } = await serve()
    const send = (fields: Record<string, unknown>) =>
      fetch(`${base}/api/listings`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'Sec-Fetch-Site': 'same-origin', 'Accept-Language': 'es', Accept: 'text/html' },
        body: new URLSearchParams({ ...fields, language: 'fr' } as Record<string, string>),
      })
    const refused = await send(listingInput({ title: '' }))
    expect(refused.status).toBe(400)
    expect(await refused.text()).toMatch(/<title>fr\/post\.html.*saisissez un titre/s)
    const posted = await send(listingInput())
    expect(posted.headers.get('location')).toMatch(/^\/fr\/listing\/[\w-]+#manage=/)
    expect(posted.headers.get('set-cookie')).toMatch(/; Path=\/fr\/listing\//)
  })
})
