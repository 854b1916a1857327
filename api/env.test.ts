import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from './env.ts'
import { OperatorError } from './runtime/operator.ts'

describe('the environment', () => {
  it('has a default for everything', () => {
    expect(readEnvironment({})).toEqual({
      DATA_DIR: '.data',
      HOST: '127.0.0.1',
      IMPORT_LOOPBACK: 'refuse',
      LOG_LEVEL: 'info',
      PORT: 4321,
      METRICS_PORT: 0,
      BACKUP_EVERY: 0,
      BACKUP_KEEP: 7,
      POSTS_PER_HOUR: 20,
      TOTAL_POSTS_PER_HOUR: 1000,
      EDITS_PER_HOUR: 60,
      SPAM_FILTER: 'on',
      HOLD_HOURS: 24,
      REPORTS_TO_HIDE: 3,
      CONTACTS: 'open',
      CONTACTS_PER_HOUR: 30,
      SANITY_DATASET: 'production',
      SANITY_WEBHOOK_SECRET: [],
      SITE_URL: 'http://localhost:4321',
      STUDIO_ORIGINS: [],
      EMBED_ORIGINS: ['*'],
      STUDIO_HOST: '127.0.0.1',
      STUDIO_PORT: 3333,
      TRUSTED_PROXIES: [],
    })
  })

  it('treats an empty variable as unset', () => {
    expect(readEnvironment({ PORT: '', DATABASE_URL: '' })).toEqual(readEnvironment({}))
  })

  it('accepts valid values', () => {
    const given = {
      PORT: '8080',
      SITE_URL: 'https://example.org/',
      DATABASE_URL: 'postgres://u:p@db.example.org:5432/name?sslmode=require',
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,2001:db8::/32',
    }
    expect(readEnvironment(given)).toMatchObject({
      PORT: 8080,
      SITE_URL: 'https://example.org',
      DATABASE_URL: given.DATABASE_URL,
      TRUSTED_PROXIES: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
    })
  })

  it.each([
    { STUDIO_URL: 'https://studio.example.org', SITE_URL: 'https://example.org' },
    { STUDIO_URL: 'https://example.org/studio', SITE_URL: 'https://example.org' },
  ])('takes a STUDIO_URL beside an https site at another address: %j', (variables) => {
    expect(readEnvironment(variables)).toMatchObject(variables)
  })

  it.each([
    { STUDIO_URL: 'https://example.org', SITE_URL: 'https://example.org' },
    { STUDIO_URL: 'https://studio.example.org', SITE_URL: 'http://example.org' },
    { STUDIO_URL: 'https://studio.example.org' },
  ])('refuses a STUDIO_URL at the address of the site, or beside a site without TLS: %j', (variables) => {
    expect(() => readEnvironment(variables)).toThrow(/^STUDIO_URL must be /)
  })

  it.each([
    ['PORT', 'http'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['HOST', 'a b'],
    ['STUDIO_HOST', '0.0.0.0'],
    ['STUDIO_URL', 'http://studio.example.org'],
    ['STUDIO_URL', 'studio.example.org'],
    ['STUDIO_URL', 'https://studio.example.org/?a'],
    ['STUDIO_URL', 'https://user@studio.example.org'],
    ['SITE_URL', 'example.org'],
    ['SITE_URL', 'https://example.org/path'],
    ['SITE_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost:5432'],
    ['STUDIO_PORT', '70000'],
    ['SANITY_PROJECT_ID', 'https://abc.api.sanity.io'],
    ['SANITY_PROJECT_ID', 'ABC'],
    ['SANITY_API_HOST', 'http://127.0.0.1:3333'],
    ['SANITY_DATASET', 'with space'],
    ['SANITY_READ_TOKEN', 'two words'],
    ['SANITY_WEBHOOK_SECRET', 'short'],
    ['SANITY_WEBHOOK_SECRET', 'long-enough-to-be-one,'],
    ['SANITY_WEBHOOK_SECRET', Array.from('abc', (letter) => `kept-as-number-${letter}-9f2c`).join()],
    ['SANITY_WEBHOOK_SECRET', 'changemechangeme'],
    ['SANITY_WEBHOOK_SECRET', 'CHANGE_ME_BEFORE_DEPLOY'],
    ['SANITY_WEBHOOK_SECRET', 'please-replace-this-value'],
    ['SANITY_WEBHOOK_SECRET', 'aaaaaaaaaaaaaaaaaaaa'],
    ['SANITY_WEBHOOK_SECRET', 'abcabcabcabcabcabc'],
    ['SANITY_WEBHOOK_SECRET', '1234567890123456'],
    ['SANITY_WEBHOOK_SECRET', 'your-webhook-secret'],
    ['SANITY_WEBHOOK_SECRET', 'my-super-password-1'],
    ['SANITY_WEBHOOK_SECRET', 'f3b1c0a94d2e7788,example-secret-value'],
    ['LOG_LEVEL', 'loud'],
    ['POSTS_PER_HOUR', '0'],
    ['POSTS_PER_HOUR', 'many'],
    ['EDITS_PER_HOUR', '0'],
    ['STUDIO_ORIGINS', 'https://name.sanity.studio/path'],
    ['STUDIO_ORIGINS', 'name.sanity.studio'],
    ['STUDIO_ORIGINS', 'https://name.sanity.studio'],
    ['EMBED_ORIGINS', 'https://name.example/'],
    ['EMBED_ORIGINS', 'name.example'],
    ['EMBED_ORIGINS', '*,https://name.example'],
    ['EMBED_ORIGINS', 'https://name.example; script-src *'],
    ['EMBED_ORIGINS', 'https://name.example;x'],
    ['TRUSTED_PROXIES', 'all'],
    ['TRUSTED_PROXIES', '10.0.0.0/99'],
  ])('fault 74: refuses %s=%s with one sentence that names the variable', (name, value) => {
    const read = () => readEnvironment({ [name]: value })
    expect(read).toThrow(OperatorError)
    expect(read).toThrow(new RegExp(`^${name} must be [^\n]+$`))
  })

  it('accepts origins, wildcards and * for EMBED_ORIGINS', () => {
    const read = (value: string) => readEnvironment({ EMBED_ORIGINS: value }).EMBED_ORIGINS
    expect(read('*')).toEqual(['*'])
    expect(read('https://name.example, http://127.0.0.1:8080,https://*.name.example')).toEqual([
      'https://name.example',
      'http://127.0.0.1:8080',
      'https://*.name.example',
    ])
  })

  it('accepts two webhook secrets, for a rotation', () => {
    const secrets = ['f3b1c0a94d2e7788', 'sNq2-kP0vZ_x81LwTgYd']
    expect(readEnvironment({ SANITY_WEBHOOK_SECRET: secrets.join(', ') })).toMatchObject({
      SANITY_WEBHOOK_SECRET: secrets,
    })
  })

  it('never mistakes a random secret for a placeholder', () => {
    for (let round = 0; round < 1_000; round += 1) {
      for (const encoding of ['hex', 'base64url'] as const) {
        const secret = randomBytes(32).toString(encoding)
        expect(readEnvironment({ SANITY_WEBHOOK_SECRET: secret }).SANITY_WEBHOOK_SECRET).toEqual([secret])
      }
    }
  })

  it.each([{ STUDIO_PORT: '4321' }, { METRICS_PORT: '4321' }, { METRICS_PORT: '3333' }])(
    'refuses one port for two: %j',
    (variables) => {
      expect(() => readEnvironment(variables)).toThrow(/_PORT must be a port, .* other than PORT/)
    },
  )

  it('names every wrong variable and repeats no value', () => {
    const DATABASE_REPLICA_URL = 'postgres://user:secret@host/x'
    expect(() => readEnvironment({ DATABASE_REPLICA_URL })).toThrow(/^DATABASE_REPLICA_URL must be [^/]*$/)
    const read = () => readEnvironment({ PORT: 'x', DATABASE_URL: 'mysql://user:secret@host/x' })
    expect(read).toThrow(/^PORT must be .*; DATABASE_URL must be /)
    expect(read).not.toThrow(/secret/)
  })
})
