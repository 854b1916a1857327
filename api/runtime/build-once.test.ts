import { access, cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildOnce, readSourceVersion, runBuildScript } from './build-once.ts'

async function makeFolder() {
  const builds = await mkdtemp(join(tmpdir(), 'founderlist-builds-'))
  onTestFinished(() => rm(builds, { recursive: true, force: true }))
  const lines: string[] = []
  const build = (version: string, make = writeBuild, memory = 0, tool = 'vitest') =>
    buildOnce({ name: 'pages', builds, version, memory, tool, make, log: (line) => lines.push(line) })
  const age = async (version: string, hours: number) => {
    const at = new Date(Date.now() - hours * 3_600_000)
    await utimes(join(builds, version), at, at)
  }
  return { builds, lines, build, age, list: async () => (await readdir(builds)).toSorted() }
}

async function writeBuild(folder: string): Promise<void> {
  await mkdir(folder)
  await writeFile(join(folder, 'built'), '')
}

it('builds a version once', async () => {
  const { builds, lines, build } = await makeFolder()
  expect(await build('a')).toBe(join(builds, 'a'))
  await build('a', () => Promise.reject(new Error('built twice')))
  expect(lines).toEqual([
    'Building the pages of this version…',
    expect.stringMatching(/^Built the pages in \d/),
  ])
})

it('refuses to build without the packages that build, but uses a build that exists', async () => {
  const { builds, build } = await makeFolder()
  await expect(build('a', writeBuild, 0, 'not-installed')).rejects.toThrow(
    /npm ci --include=dev.* copy the folder \.build/,
  )
  await build('a')
  expect(await build('a', writeBuild, 0, 'not-installed')).toBe(join(builds, 'a'))
})

it('fault 89: refuses to build with less memory than it needs, in a sentence, but uses a build that exists', async () => {
  const { builds, build } = await makeFolder()
  await expect(build('a', writeBuild, 1e9)).rejects.toThrow(
    /^The pages of this version cannot be built here, which takes 1000000000 MB of memory; the limit is \d+ MB\. Run/,
  )
  await build('a')
  expect(await build('a', writeBuild, 1e9)).toBe(join(builds, 'a'))
})

it('fault 89: a build has a bounded heap, one thread and no huge pages, and says which signal ended it', async () => {
  const script = join(await mkdtemp(join(tmpdir(), 'founderlist-script-')), 'build.mjs')
  onTestFinished(() => rm(dirname(script), { recursive: true, force: true }))
  const read = async (words: string) => {
    await writeFile(script, words)
    return runBuildScript('pages', [script]).then(
      () => '',
      (error: Error) => error.message,
    )
  }
  const { heap, ...rest } = JSON.parse(
    (
      await read(`import { getHeapStatistics } from 'node:v8'
      const { MIMALLOC_ALLOW_THP: huge, RAYON_NUM_THREADS: threads } = process.env
      console.error(JSON.stringify({ heap: getHeapStatistics().heap_size_limit / 2 ** 20, huge, threads }))
      process.exit(1)`)
    ).replace('The pages could not be built:\n', ''),
  ) as { heap: number }
  expect(heap).toBeLessThan(450)
  expect(rest).toEqual({ huge: '0', threads: '1' })
  expect(await read('process.kill(process.pid, "SIGKILL")')).toBe(
    'The pages could not be built: SIGKILL ended the build, perhaps for lack of memory',
  )
})

it('keeps a replaced version for a day after its replacement', async () => {
  const { build, age, list } = await makeFolder()
  await build('a')
  await age('a', 500)
  await build('b')
  expect(await list()).toEqual(['a', 'b'])
  await build('c')
  expect(await list()).toEqual(['a', 'b', 'c'])
  for (const version of ['a', 'b', 'c']) await age(version, 25)
  // Back to an earlier one, and on to the next.
  await build('b')
  await build('d')
  expect(await list()).toEqual(['b', 'd'])
})

it('cleans up after failed and killed builds, but not after one in progress', async () => {
  const { builds, build, list } = await makeFolder()
  const fails = async (folder: string) => {
    await mkdir(folder)
    throw new Error('the bundler said so')
  }
  await expect(build('a', fails)).rejects.toThrow('the bundler said so')
  expect(await list()).toEqual([])
  await mkdir(join(builds, 'attempt-2147483646'))
  await mkdir(join(builds, `attempt-${process.ppid}`))
  await build('a')
  expect(await list()).toEqual(['a', `attempt-${process.ppid}`])
})

it('ends with one build if two processes build at once', async () => {
  const { builds, build, list } = await makeFolder()
  const first = build('a', async (folder) => {
    await writeBuild(folder)
    // The other process finishes first.
    await mkdir(join(builds, 'a'))
    await writeFile(join(builds, 'a', 'built'), '')
  })
  await first
  await access(join(builds, 'a', 'built'))
  expect(await list()).toEqual(['a'])
})

it('derives the version from the paths and contents of the sources, independent of their folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-sources-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  const write = async (name: string, text: string) => {
    await mkdir(join(one, 'site', 'lib'), { recursive: true })
    await writeFile(join(one, name), text)
  }
  const read = (root = one) => readSourceVersion(root, { include: ['site/**', 'lock'], exclude: /\.md$/ })
  await write('site/lib/a.ts', 'a')
  await write('lock', '1')
  const first = await read()
  expect(first).toMatch(/^[0-9a-f]{16}$/)
  await cp(one, other, { recursive: true })
  await write('site/README.md', 'words')
  await write('elsewhere.ts', 'x')
  expect([await read(), await read(other)]).toEqual([first, first])
  const versions = [first]
  for (const [name, text] of [
    ['site/lib/a.ts', 'b'],
    ['site/lib/b.ts', ''],
    ['lock', '2'],
  ] as const) {
    await write(name, text)
    versions.push(await read())
  }
  expect(new Set(versions).size).toBe(4)
})

it('refuses to build into a folder that cannot be written with one sentence', async () => {
  const { builds } = await makeFolder()
  await writeFile(join(builds, 'file'), '')
  const folder = join(builds, 'file', 'pages')
  const building = buildOnce({
    name: 'pages',
    builds: folder,
    version: 'a',
    memory: 0,
    tool: 'vitest',
    make: writeBuild,
    log: () => {},
  })
  await expect(building).rejects.toMatchObject({
    name: 'OperatorError',
    message: `The pages of this version must be built, but ${folder} cannot be written: run \`npm run prepare:version\` while it can be, afterwards the app folder may be read-only`,
  })
})
