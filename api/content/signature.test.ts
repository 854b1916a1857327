import { encodeSignatureHeader } from '@sanity/webhook'
import { describe, expect, it } from 'vitest'
import { verifySignature } from './signature.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const body = Buffer.from('{"operation":"update",  "text":"é \u2028"}')
const minutes = 60_000
const sign = (secret: string, at = now, text = body.toString()) => encodeSignatureHeader(text, at, secret)
const judge = (header: string | undefined, secrets = ['new']) =>
  verifySignature({ header, body, secrets, now })

describe('the signature of a webhook', () => {
  it('is good if Sanity’s own package made it', async () => {
    expect(judge(await sign('new'))).toBe('good')
  })

  it('fault 17: may be made with the old secret during a rotation', async () => {
    expect(judge(await sign('old'), ['new', 'old'])).toBe('good')
    expect(judge(await sign('old'))).toBe('wrong')
  })

  it('covers the raw body: re-serialized JSON does not match', async () => {
    const again = JSON.stringify(JSON.parse(body.toString()))
    expect(judge(await sign('new', now, again))).toBe('wrong')
  })

  it.each([
    [-40 * minutes, 'good'],
    [-40 * minutes - 1, 'too old'],
    [-30 * minutes, 'good'],
    [5 * minutes, 'good'],
    [5 * minutes + 1, 'too new'],
  ])('made %d ms from now is %s', async (offset, verdict) => {
    expect(judge(await sign('new', now + offset))).toBe(verdict)
  })

  it('that is wrong is reported as wrong, whatever its age', async () => {
    expect(judge(await sign('other', now - 60 * minutes))).toBe('wrong')
  })

  it.each([
    [undefined],
    [''],
    ['t=1,v1='],
    ['v1=abc'],
    ['t=1,v1=abc'],
    ['t=-1,v1=' + 'a'.repeat(43)],
    ['t=1e9,v1=' + 'a'.repeat(43)],
    ['t=1,v1=' + 'a'.repeat(43) + ', t=2,v1=' + 'b'.repeat(43)],
    ['x'.repeat(100_000)],
  ])('is malformed: %s', (header) => {
    expect(judge(header)).toBe('malformed')
  })
})
