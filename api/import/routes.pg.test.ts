import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Found } from '#domain/import/found.ts'
import { openTestDatabase } from '../tests/database.ts'
import { moderationToken, serve, serveOver } from '../tests/serve.ts'

const headers = { Authorization: `Bearer ${moderationToken}`, 'Content-Type': 'application/json' }
const ask = (base: string, body: unknown, more: Record<string, string> = {}) =>
  fetch(`${base}/api/import`, {
    method: 'POST',
    headers: { ...headers, ...more },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const table = (text: string) => ({ name: 'events.csv', file: Buffer.from(text).toString('base64') })

describe('POST /api/import', () => {
  it('requires the token of the team', async () => {
    const { base } = await serve()
    const file = table('title,date\n')
    expect((await ask(base, file, { Authorization: '' })).status).toBe(401)
    expect((await ask(base, file, { Authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await ask(base, file, { Origin: 'http://elsewhere.test' })).status).toBe(403)
    expect((await fetch(`${base}/api/import`, { headers })).status).toBe(405)
    const preflight = await fetch(`${base}/api/import`, {
      method: 'OPTIONS',
      headers: { Origin: 'http://studio.test' },
    })
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('http://studio.test')
  })

  it('returns the events of a file, with a given mapping of columns', async () => {
    const { base } = await serve()
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const file = table(`A,B\nDinner,${day} 18:30\n`)
    const plain = (await (await ask(base, file)).json()) as Found
    expect(plain).toMatchObject({ kind: 'table', events: [], table: { columns: ['A', 'B'] } })
    const answer = await ask(base, { ...file, mapping: { title: 'A', date: 'B' }, zone: 'UTC' })
    const found = (await answer.json()) as Found
    expect(found.events[0]?.fields).toMatchObject({ title: 'Dinner', date: `${day}T18:30:00.000Z` })
    expect(found.source).toMatch(/^import\.[0-9a-f]{24}$/)
    const again = await ask(base, { file: file.file, source: found.source, kind: 'calendar' })
    expect([again.status, await again.text()]).toEqual([
      422,
      'A calendar was expected, but this is a table or plain text',
    ])
  })

  it('fetches addresses, but not those of this machine unless a setting allows it', async () => {
    const server = createServer((_, response) => response.end('title,date\n')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { base } = await serve()
    const refused = await ask(base, { address })
    expect([refused.status, await refused.text()]).toEqual([
      422,
      'This address is in a private network: only public addresses can be fetched',
    ])
    const allowing = await serveOver(await openTestDatabase(), {}, { allowsLoopback: true })
    const answer = await ask(allowing.base, { address })
    expect([answer.status, await answer.text()]).toEqual([
      422,
      'The table has no rows below the names of its columns',
    ])
  })

  it('fault 94: a source that is too slow gets its own sentence, not a cut connection', async () => {
    const server = createServer(({ url }, response) => {
      if (url === '/silent') return
      const dripping = setInterval(() => response.write('a'), 500)
      response.on('close', () => clearInterval(dripping))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const { base } = await serveOver(await openTestDatabase(), {}, { allowsLoopback: true })
    const answers = ['/silent', '/dripping'].map(async (path) => {
      const answer = await ask(base, { address: `http://${host}${path}` })
      return [answer.status, await answer.text()]
    })
    const refused = [422, `${host} did not answer within 20 seconds`]
    expect(await Promise.all(answers)).toEqual([refused, refused])
  })

  it.each([
    ['invalid JSON', 'x', 400],
    ['an empty request', {}, 400],
    ['both an address and a file', { address: 'https://example.org/', ...table('x') }, 400],
    ['a file without a name', { file: 'eA==' }, 400],
    ['an unknown field', { address: 'https://example.org/', method: 'POST' }, 400],
    ['the id of another document', { file: 'eA==', source: 'home' }, 400],
    ['a body that is too large', { name: 'x', file: 'x'.repeat(30 * 1024 * 1024) }, 413],
  ])('refuses %s', async (_, body, status) => {
    const { base } = await serve()
    const answer = await ask(base, body).catch(() => undefined)
    // The connection may be closed before all of it was sent.
    expect([status, undefined]).toContain(status === 413 ? answer?.status : (answer?.status ?? 0))
  })
})
