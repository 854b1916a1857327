import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../runtime/checkout.ts'
import { ensureStudio, findStudio } from './studio.ts'

test('the Studio is built once, with the product’s icon', { timeout: 180_000 }, async () => {
  const folder = await ensureStudio(checkout, '', () => {})
  expect(folder).toBe(await findStudio(checkout, ''))
  const index = join(folder, 'index.html')
  expect(
    (await readFile(index, 'utf8')).match(/<link [^>]*rel="(icon|manifest|apple-touch-icon)"[^>]*>/g),
  ).toEqual(['<link href="/static/favicon.svg" rel="icon" type="image/svg+xml"/>'])
  expect(await readFile(join(folder, 'static', 'favicon.svg'), 'utf8')).toContain('#ffc738')

  const { mtimeMs } = await stat(index)
  const lines: string[] = []
  expect(await ensureStudio(checkout, '', (line) => lines.push(line))).toBe(folder)
  expect([lines, (await stat(index)).mtimeMs]).toEqual([[], mtimeMs])
})
