import { expect, test } from 'vitest'
import { createLogger } from './log.ts'
import { silentLogger } from '../tests/silent-logger.ts'
import { createProblems } from './problems.ts'

test('a problem is logged once per reason, keeps its beginning, and ends with a line', () => {
  const lines: string[] = []
  const problems = createProblems(createLogger('info', { write: (line) => lines.push(line) }))
  problems.resolve('disk')
  problems.report('disk', 'the disk is nearly full')
  const [first] = problems.list()
  problems.report('disk', 'the disk is nearly full')
  problems.report('disk', 'the disk is full')
  expect(problems.list()).toEqual([{ ...first, reason: 'the disk is full' }])
  problems.resolve('disk')
  problems.resolve('disk')
  expect(problems.list()).toEqual([])
  const logged = lines.map((line) => JSON.parse(line) as { level: number; msg: string })
  expect(logged.map(({ level, msg }) => [level, msg])).toEqual([
    [50, 'the disk is nearly full'],
    [50, 'the disk is full'],
    [30, 'the problem is over'],
  ])
})

test('the list does not show where the data folder is', () => {
  const problems = createProblems(silentLogger, '/srv/site/data')
  problems.report('content', '/srv/site/data/content holds no content')
  expect(problems.list()).toMatchObject([{ reason: 'DATA_DIR/content holds no content' }])
})
