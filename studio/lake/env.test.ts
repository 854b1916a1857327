import { expect, it } from 'vitest'
import { readLakeEnvironment } from './env.ts'

it('uses defaults for unset variables', () => {
  expect(readLakeEnvironment({ LAKE_FOLDER: '/data', LAKE_PORT: '' })).toEqual({
    LAKE_FOLDER: '/data',
    LAKE_PORT: 3333,
    LAKE_PROJECT_ID: 'local',
    LAKE_DATASET: 'production',
    LAKE_OPEN: false,
  })
})

it.each([
  ['LAKE_FOLDER', ''],
  ['LAKE_PORT', '65536'],
  ['LAKE_PORT', '-1'],
  ['LAKE_PROJECT_ID', 'With Spaces'],
  ['LAKE_DATASET', '../x'],
  ['LAKE_OPEN', 'yes'],
  ['LAKE_STUDIO_SETTINGS', '{'],
  ['LAKE_STUDIO_SETTINGS', '[]'],
  ['LAKE_STUDIO_SETTINGS', '{"connect":["http://localhost:4321; script-src *"]}'],
  ['LAKE_STUDIO_SETTINGS', '{"connect":"http://localhost:4321"}'],
  ['LAKE_STUDIO_SETTINGS', '{"frame":["*"]}'],
])('names %s in the error when it is %j', (name, value) => {
  expect(() => readLakeEnvironment({ LAKE_FOLDER: '/data', [name]: value })).toThrow(`${name} must be`)
})
