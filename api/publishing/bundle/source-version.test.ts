import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readSourceVersion } from './source-version.ts'

async function makeCheckout() {
  const root = await mkdtemp(join(tmpdir(), 'founderlist-sources-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
  await write('site/pages/index.astro', 'home')
  await write('package-lock.json', '{}')
  return { root, write, version: () => readSourceVersion(root) }
}

it('is the same for the same sources in another folder', async () => {
  const [one, other] = [await makeCheckout(), await makeCheckout()]
  expect(await one.version()).toBe(await other.version())
  expect(await one.version()).toMatch(/^[0-9a-f]{16}$/)
})

it.each(['site/pages/index.astro', 'site/pages/new.astro', 'api/domain/messages.ts', 'package-lock.json'])(
  'changes with %s',
  async (name) => {
    const { version, write } = await makeCheckout()
    const before = await version()
    await write(name, 'changed')
    expect(await version()).not.toBe(before)
  },
)

it.each([
  'site/e2e/home.e2e.ts',
  'site/lib/api.test.ts',
  'site/README.md',
  'api/listings/routes.ts',
  'notes.txt',
])('does not change with %s, of which no page is made', async (name) => {
  const { version, write } = await makeCheckout()
  const before = await version()
  await write(name, 'changed')
  expect(await version()).toBe(before)
})
