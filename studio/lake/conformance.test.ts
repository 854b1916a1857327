import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = import.meta.dirname
const kinds = ['real', 'stub', 'refused', 'ours']

/** Cells of the README's conformance table. */
function readRows(): string[][] {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const [, section = ''] = readme.split('## Conformance')
  const [table = ''] = section.split('\n## ')
  const rows = table.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** `it('title'`, `test('title'`, `it.each(rows)('title'`. */
const testForm = /\b(?:it|test)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])(.+?)\1,/g

function listTitles(file: string): string[] {
  const place = join(folder, file)
  if (!/\.(?:test|e2e)\.ts$/.test(file) || !existsSync(place)) return []
  return Array.from(readFileSync(place, 'utf8').matchAll(testForm), ([, , title = '']) => title)
}

it('names an existing test for every endpoint', () => {
  const rows = readRows()
  expect(rows.length).toBeGreaterThan(14)
  for (const [endpoint = '', kind = '', , shownBy = ''] of rows) {
    const [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(shownBy) ?? []
    expect([endpoint, kinds.includes(kind), listTitles(file)]).toEqual([
      endpoint,
      true,
      expect.arrayContaining([title]),
    ])
  }
})

it('names existing tests and files as evidence for OWASP ASVS', () => {
  const text = readFileSync(join(folder, '../../docs/asvs.md'), 'utf8')
  const tests = [...text.matchAll(/`([^`]+)` › (.+?) *(?:\||;)/g)]
  expect(tests.length).toBeGreaterThan(20)
  for (const [, file = '', title = ''] of tests)
    expect([file, listTitles(file)]).toEqual([file, expect.arrayContaining([title])])
  for (const [, file = ''] of text.matchAll(/`((?:people|http)\/[^`]+)`/g))
    expect([file, existsSync(join(folder, file))]).toEqual([file, true])
})
