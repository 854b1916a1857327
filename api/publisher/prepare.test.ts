import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { useSeededLake } from '../tests/content.ts'
import { pages } from './pages.ts'
import { prepareRelease } from './prepare.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const readContent = useSeededLake()
const task = (root: string) => ({ checkout: root, siteUrl: 'https://example.org', content: readContent() })
const sources = [
  'site',
  'api/domain',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

/** A checkout that a test may spoil, with nothing built yet. */
async function copyCheckout(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'founderlist-checkout-'))
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 3 }))
  for (const name of sources) await cp(join(checkout, name), join(root, name), { recursive: true })
  await symlink(join(checkout, 'node_modules'), join(root, 'node_modules'))
  return root
}

const listBuilds = (root: string) => readdir(join(root, '.build/site')).catch(() => [])

describe('prepareRelease', { timeout: 120_000 }, () => {
  it('gives every page with its policy, and builds once for each version of the sources', async () => {
    const root = await copyCheckout()
    const lines: string[] = []
    const release = await prepareRelease(task(root), (line) => lines.push(line))
    for (const { file } of pages) {
      const { headers, identity, br } = release.files.get(file) ?? {}
      expect(headers?.['Content-Security-Policy']).toMatch(/^default-src 'none'; script-src 'self'/)
      expect(identity?.body.toString()).toMatch(/^<!DOCTYPE html><html lang="en"/)
      expect(br?.body.length).toBeLessThan(identity?.body.length ?? 0)
    }
    expect(lines[0]).toBe('Building the pages of this version…')
    const again = await prepareRelease(task(root), (line) => lines.push(line))
    expect(again.id).toBe(release.id)
    expect(lines).toHaveLength(2)
  })

  it('says what the bundler said where the pages cannot be built, and leaves nothing half made', async () => {
    const root = await copyCheckout()
    await writeFile(
      join(root, 'site/pages/404.astro'),
      '---\nimport missing from "./missing.astro"\n---\n<p>{missing}</p>',
    )
    await expect(prepareRelease(task(root), () => {})).rejects.toThrow(/missing\.astro/)
    expect((await listBuilds(root)).filter((name) => !name.startsWith('attempt-'))).toEqual([])
  })

  it('is not misled by a build that was killed, and clears it away', async () => {
    const root = await copyCheckout()
    const child = fork(fileURLToPath(new URL('./prepare-process.ts', import.meta.url)), {
      serialization: 'advanced',
      stdio: 'ignore',
    })
    child.send(task(root))
    await vi.waitUntil(async () => (await listBuilds(root)).length > 0, { timeout: 30_000 })
    child.kill('SIGKILL')
    await once(child, 'exit')
    const release = await prepareRelease(task(root), () => {})
    expect(release.files.has('index.html')).toBe(true)
    expect(await listBuilds(root)).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)])
  })

  it('serves two first starts at once', async () => {
    const root = await copyCheckout()
    const [one, other] = await Promise.all([1, 2].map(() => prepareRelease(task(root), () => {})))
    expect(one?.files.size).toBe(other?.files.size)
    expect(await listBuilds(root)).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)])
  })
})
