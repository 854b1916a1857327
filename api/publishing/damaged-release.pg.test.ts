import { readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openEmptyDatabase } from '../tests/database.ts'
import { usePreparedData } from '../tests/prepared-data.ts'
import { startServer } from '../tests/server-process.ts'

const copyData = usePreparedData()

// For other damage see publisher.test.ts.
it('a server starts with a truncated page in its release, logs that, and serves whole pages', async () => {
  const data = await copyData(['content', 'releases'])
  const releases = join(data.DATA_DIR, 'releases')
  const [id = ''] = (await readdir(releases)).filter((name) => /^\d/.test(name))
  const files = ['about.html', 'team.html', 'apply.html']
  const before = await Promise.all(files.map((file) => readFile(join(releases, id, file), 'utf8')))
  await truncate(join(releases, id, 'about.html'), 100)
  const { url } = await openEmptyDatabase()
  const server = await startServer({ ...data, DATABASE_URL: url })
  const read = async (file: string) => (await fetch(`${server.base}/${file.replace('.html', '')}`)).text()
  expect(await Promise.all(files.map(read))).toEqual(before)
  expect(server.output()).toContain('is damaged')
  expect(server.output()).not.toMatch(/^\s+at /m)
})
