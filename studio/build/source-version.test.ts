import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readSourceVersion } from './source-version.ts'

const folder = await mkdtemp(join(tmpdir(), 'studio-version-'))
const settings = { SANITY_STUDIO_PROJECT_ID: undefined, SANITY_STUDIO_DATASET: 'production' }

async function write(name: string, content = 'x') {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), content)
}

beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  for (const name of [
    'studio/schema/index.ts',
    'sanity.config.ts',
    'api/domain/events/event.ts',
    'package-lock.json',
  ]) {
    await write(name)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the version of the Studio', () => {
  test('is the same for the same files and settings', async () => {
    expect(await readSourceVersion(folder, settings)).toBe(await readSourceVersion(folder, { ...settings }))
    expect(await readSourceVersion(folder, settings)).toMatch(/^[0-9a-f]{16}$/)
  })

  test.each([
    'studio/schema/index.ts',
    'studio/local/new.ts',
    'sanity.config.ts',
    'api/domain/events/event.ts',
    'package-lock.json',
  ])('changes with %s', async (name) => {
    const before = await readSourceVersion(folder, settings)
    await write(name, 'changed')
    expect(await readSourceVersion(folder, settings)).not.toBe(before)
  })

  test.each([
    'studio/lake/server.ts',
    'studio/schema/schema.test.ts',
    'studio/README.md',
    'studio/seed/content.ndjson',
    'api/app.ts',
  ])('stays with %s', async (name) => {
    const before = await readSourceVersion(folder, settings)
    await write(name, 'changed')
    expect(await readSourceVersion(folder, settings)).toBe(before)
  })

  test('changes with the project', async () => {
    const other = { ...settings, SANITY_STUDIO_PROJECT_ID: 'abc12345' }
    expect(await readSourceVersion(folder, other)).not.toBe(await readSourceVersion(folder, settings))
  })
})
