import { BlockList } from 'node:net'
import { expect, it } from 'vitest'
import { readLakeEnvironment } from './env.ts'

it('uses defaults for unset variables', () => {
  expect(readLakeEnvironment({ LAKE_FOLDER: '/data', LAKE_PORT: '' })).toEqual({
    LAKE_FOLDER: '/data',
    LAKE_PORT: 3333,
    LAKE_PROJECT_ID: 'local',
    LAKE_DATASET: 'production',
    LAKE_OPEN: false,
    LAKE_ORGANISER_TYPES: [],
    LAKE_HOST: '127.0.0.1',
    LAKE_TRUSTED_PROXIES: expect.any(BlockList),
  })
})

it.each([
  ['LAKE_FOLDER', ''],
  ['LAKE_PORT', '65536'],
  ['LAKE_PORT', '-1'],
  ['LAKE_PROJECT_ID', 'With Spaces'],
  ['LAKE_DATASET', '../x'],
  ['LAKE_OPEN', 'yes'],
  ['LAKE_ORGANISER_TYPES', 'event, venue'],
  ['LAKE_PUBLIC_URL', 'studio.example.org'],
  ['LAKE_PUBLIC_URL', 'ftp://studio.example.org'],
  ['LAKE_PUBLIC_URL', 'http://studio.example.org'],
  ['LAKE_PUBLIC_URL', 'https://example.org/studio?a'],
  ['LAKE_PUBLIC_URL', 'https://example.org/a b'],
  ['LAKE_HOST', 'a b'],
  ['LAKE_TRUSTED_PROXIES', '10.0.0.0/33'],
  ['LAKE_OIDC_ISSUER', 'http://accounts.example.org'],
  ['LAKE_OIDC_ISSUER', 'accounts.example.org'],
  ['LAKE_STUDIO_SETTINGS', '{'],
  ['LAKE_STUDIO_SETTINGS', '[]'],
  ['LAKE_STUDIO_SETTINGS', '{"connect":["http://localhost:4321; script-src *"]}'],
  ['LAKE_STUDIO_SETTINGS', '{"connect":"http://localhost:4321"}'],
  ['LAKE_STUDIO_SETTINGS', '{"frame":["*"]}'],
])('names %s in the error when it is %j', (name, value) => {
  expect(() => readLakeEnvironment({ LAKE_FOLDER: '/data', [name]: value })).toThrow(`(${name}) must be`)
})

it('takes all settings of the provider or none, and names those that are missing', () => {
  const variables = {
    LAKE_FOLDER: '/data',
    LAKE_OIDC_ISSUER: 'https://accounts.example.org',
    LAKE_OIDC_CLIENT_ID: 'x',
  }
  expect(() => readLakeEnvironment(variables)).toThrow(
    '--oidc-client-secret (LAKE_OIDC_CLIENT_SECRET) must be the secret of the client there (set all four of OIDC or none); ' +
      '--oidc-label (LAKE_OIDC_LABEL) must be the name of the provider for people (set all four of OIDC or none)',
  )
  const whole = { ...variables, LAKE_OIDC_CLIENT_SECRET: 's', LAKE_OIDC_LABEL: 'Example' }
  const { LAKE_FOLDER: _, ...provider } = whole
  expect(readLakeEnvironment(whole).provider).toEqual(provider)
})
