import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openEmptyDatabase } from '../tests/database.ts'
import { usePreparedData } from '../tests/prepared-data.ts'
import { startServer } from '../tests/server-process.ts'

const copyData = usePreparedData()

/** What may be damaged: the folder of the releases, and the folder of the only one there is. */
type Damage = (releases: string, release: string) => Promise<unknown>

describe('a server over a release on disk', { timeout: 300_000 }, () => {
  it.each<[string, Damage, string[]]>([
    ['whose page is cut', (_, release) => truncate(join(release, 'about.html'), 100), ['is damaged']],
    ['whose page is missing', (_, release) => rm(join(release, 'es/team.html')), ['es/team.html is missing']],
    ['whose shell is empty', (_, release) => truncate(join(release, 'events.html')), ['is damaged']],
    [
      'whose list is empty',
      (_, release) => truncate(join(release, 'release.json')),
      ['release.json cannot be read'],
    ],
    [
      'that nothing names',
      (releases) => truncate(join(releases, 'current.json')),
      ['current.json is damaged'],
    ],
    [
      'beside an empty one that nobody serves',
      (releases) => copyEmpty(releases),
      ['20200101T000000000Z-000000000000 is damaged'],
    ],
  ])('%s starts, says so, and serves whole pages', async (_what, damage, lines) => {
    const data = await copyData(['content', 'releases'])
    const releases = join(data.DATA_DIR, 'releases')
    const [id = ''] = (await readdir(releases)).filter((name) => /^\d/.test(name))
    const files = ['about.html', 'team.html', 'apply.html']
    const before = await Promise.all(files.map((file) => readFile(join(releases, id, file), 'utf8')))
    await damage(releases, join(releases, id))
    const { url } = await openEmptyDatabase()
    const server = await startServer({ ...data, DATABASE_URL: url })
    const read = async (file: string) => (await fetch(`${server.base}/${file.replace('.html', '')}`)).text()
    expect(await Promise.all(files.map(read))).toEqual(before)
    expect((await fetch(`${server.base}/events`)).status).toBe(200)
    for (const line of lines) expect(server.output()).toContain(line)
    expect(server.output()).not.toMatch(/^\s+at /m)
  })
})

async function copyEmpty(releases: string): Promise<void> {
  const folder = join(releases, '20200101T000000000Z-000000000000')
  await mkdir(folder)
  await writeFile(join(folder, 'release.json'), '')
}
