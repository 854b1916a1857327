import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)
const program = fileURLToPath(new URL('../build.ts', import.meta.url))
const builds = await mkdtemp(join(tmpdir(), 'studio-builds-'))
afterAll(() => rm(builds, { recursive: true, force: true }))

async function build(words: string[], variables: Record<string, string> = {}) {
  const { SANITY_PROJECT_ID: _project, SANITY_DATASET: _dataset, ...environment } = process.env
  const env = { ...environment, ...variables }
  const { stdout, stderr } = await run(process.execPath, [program, builds, ...words], { env })
  return { folder: stdout.trim().split('\n').at(-1) ?? '', stderr }
}

describe('the build of the Studio', () => {
  test(
    'makes a whole Studio once, under the product’s icon, and is instant then',
    { timeout: 180_000 },
    async () => {
      const expected = await build(['--where'])
      expect(await readdir(builds)).toEqual([])

      const first = await build([])
      expect(first.folder).toBe(expected.folder)
      expect(first.stderr).toMatch(
        /^Building the Studio of this version…\nBuilt the Studio in \d+\.\d s\.\n$/,
      )
      expect(await readdir(builds)).toEqual([basename(first.folder)])

      const page = await readFile(join(first.folder, 'index.html'), 'utf8')
      expect(page.match(/<link [^>]*rel="(icon|manifest|apple-touch-icon)"[^>]*>/g)).toEqual([
        '<link href="/static/favicon.svg" rel="icon" type="image/svg+xml"/>',
      ])
      const icon = await readFile(join(first.folder, 'static', 'favicon.svg'), 'utf8')
      expect(icon).toContain('#0b3fb8')

      const built = await stat(join(first.folder, 'index.html'))
      const second = await build([])
      expect(second).toEqual({ folder: first.folder, stderr: '' })
      expect((await stat(join(second.folder, 'index.html'))).mtimeMs).toBe(built.mtimeMs)
    },
  )

  test('has a folder of its own for each project', async () => {
    const local = await build(['--where'])
    const hosted = await build(['--where'], { SANITY_PROJECT_ID: 'abc12345' })
    expect(hosted.folder).not.toBe(local.folder)
  })
})
