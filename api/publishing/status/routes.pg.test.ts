import { expect, it } from 'vitest'
import { openTestDatabase } from '../../tests/database.ts'
import { findStatus } from '../../tests/publish-status.ts'
import { serve, serveOver } from '../../tests/serve.ts'

const studio = 'http://studio.test'

it('fault 60: lets only the Studio read', async () => {
  const { base } = await serve()
  const ask = (headers: Record<string, string>) => fetch(`${base}/api/publishing/about`, { headers })
  const allowed = await ask({ Origin: studio })
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, studio])
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
  expect(allowed.headers.get('cache-control')).toBe('no-store')
  expect(allowed.headers.get('vary')).toContain('Origin')
  for (const origin of ['http://evil.test', 'http://studio.test:81', 'null', `${studio}.evil.test`]) {
    const refused = await ask({ Origin: origin })
    expect([origin, refused.status]).toEqual([origin, 403])
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    expect(refused.headers.get('vary')).toContain('Origin')
  }
  expect((await ask({})).status).toBe(403)
})

it('allows only GET', async () => {
  const { base } = await serve()
  const answer = await fetch(`${base}/api/publishing/about`, { method: 'POST' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

it.each([['a'.repeat(257)], ['%00']])('refuses the id %s', async (id) => {
  const { base } = await serve()
  await expect(findStatus(base, id)).rejects.toThrow('400 this is not the id of a document')
})

it('answers 503 if the database is unavailable', async () => {
  const find = () => Promise.reject(Object.assign(new Error('gone'), { code: 'CONNECTION_ENDED' }))
  const { base } = await serveOver(await openTestDatabase(), {}, { findStatus: find })
  await expect(findStatus(base, 'demo-day')).rejects.toThrow('503')
})
