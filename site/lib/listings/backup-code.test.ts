import { describe, expect, it } from 'vitest'
import { readBackupCode, writeBackupCode } from './backup-code.ts'

const listing = (title: string) => ({ id: crypto.randomUUID(), token: 'aB3_-'.repeat(8) + 'xyz', title })
const listings = [listing('Room in the Mission'), listing('שלום 你好 🏠 “quoted” \\ \u2028'), listing('')]
const code = writeBackupCode(listings)

describe('a backup code', () => {
  it('encodes listings without loss, in characters that survive email', () => {
    expect(readBackupCode(code)).toEqual(listings)
    expect(code).toMatch(/^listings-1\.[\w-]+\.[0-9a-f]{8}$/)
    expect(readBackupCode(writeBackupCode([]))).toEqual([])
  })

  it('may contain spaces and line breaks', () => {
    expect(readBackupCode(`  ${code.replace(/(.{20})/g, '$1 \r\n')}\n`)).toEqual(listings)
  })

  it('has a stable format: an old code is still read', () => {
    const old =
      'listings-1.W1siMTFlZTExYWEtMTExMS00MTExLThhYWEtMTExMTExMTExMTExIiwiYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYSIsIkEgcm9vbSJdXQ.9bf94e11'
    expect(readBackupCode(old)).toEqual([
      { id: '11ee11aa-1111-4111-8aaa-111111111111', token: 'a'.repeat(43), title: 'A room' },
    ])
  })

  it.each([
    ['nothing', '', 'this is not a backup code.'],
    ['any text', 'my listings', 'this is not a backup code.'],
    ['a manage link', 'https://example.org/listing/1#manage=x', 'this is not a backup code.'],
    ['half a code', code.slice(0, code.length / 2), 'this backup code is incomplete: copy all of it.'],
    ['a code without its end', code.slice(0, -1), 'this backup code is incomplete: copy all of it.'],
    ['a changed character', code.replace('W', 'X'), 'this backup code is incomplete: copy all of it.'],
    ['two codes', `${code}${code}`, 'this backup code is incomplete: copy all of it.'],
    ['an object', 'listings-1.e30.63ef8545', 'this is not a backup code.'],
    ['numbers', 'listings-1.WzFd.c2044843', 'this is not a backup code.'],
    [
      'invalid ids',
      'listings-1.W1sibm8tdXVpZCIsImFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWEiLCJ0Il1d.8bd36402',
      'this is not a backup code.',
    ],
    [
      'invalid tokens',
      'listings-1.W1siMTFlZTExYWEtMTExMS00MTExLThhYWEtMTExMTExMTExMTExIiwic2hvcnQiLCJ0Il1d.f2b11d21',
      'this is not a backup code.',
    ],
    [
      'titles that are not text',
      'listings-1.W1siMTFlZTExYWEtMTExMS00MTExLThhYWEtMTExMTExMTExMTExIiwiYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYSIsN11d.07828d2f',
      'this is not a backup code.',
    ],
    ['invalid JSON', 'listings-1.AAAA.9b0d08f1', 'this is not a backup code.'],
    ['invalid base64', 'listings-1.A.d3d99e8b', 'this is not a backup code.'],
    ['another version', code.replace('-1.', '-2.'), 'this backup code is from another version of this site.'],
  ])('is refused with an explanation: %s', (_what, text, message) => {
    expect(() => readBackupCode(text)).toThrow(new Error(message))
  })
})
