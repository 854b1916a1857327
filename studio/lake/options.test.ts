import { BlockList } from 'node:net'
import { expect, it } from 'vitest'
import { describeOptions, readLakeEnvironment, readOptions } from './env.ts'
import { OperatorError } from './errors.ts'

it('takes the settings as options', () => {
  const line = '--project-id x --dataset y --folder f --studio dist --import all.tar.gz --port 4000 --open'
  expect(readLakeEnvironment(readOptions(line.split(' ')))).toEqual({
    LAKE_PROJECT_ID: 'x',
    LAKE_DATASET: 'y',
    LAKE_FOLDER: 'f',
    LAKE_STUDIO_FOLDER: 'dist',
    LAKE_SEED: 'all.tar.gz',
    LAKE_PORT: 4000,
    LAKE_OPEN: true,
    LAKE_ORGANISER_TYPES: [],
    LAKE_HOST: '127.0.0.1',
    LAKE_TRUSTED_PROXIES: expect.any(BlockList),
  })
})

it.each([
  ['--none', "Unknown option '--none': see --help"],
  ['--port', "Option '--port <value>' argument missing: see --help"],
  ['dist', "Unexpected argument 'dist': see --help"],
])('refuses %s in one sentence', (option, sentence) => {
  expect(() => readOptions([option])).toThrow(new OperatorError(sentence))
})

it('describes each option', () => {
  expect(describeOptions()).toMatch(/^ {2}--studio +the folder of the built Studio$/m)
})
