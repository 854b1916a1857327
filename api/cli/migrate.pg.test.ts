import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migrate, migrationsFolder, readMigrations } from '../database/migrate.ts'
import { useSeededLake } from '../tests/content.ts'
import { openEmptyDatabase } from '../tests/database.ts'
import { runCommand } from '../tests/server-process.ts'

const lake = useSeededLake()

it('makes a backup, applies the missing migrations, and has nothing to do the next time', async () => {
  const { sql, url } = await openEmptyDatabase()
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'founderlist-migrate-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
  const [first, ...later] = (await readMigrations()).map(({ name }) => name)
  await migrate(sql, migrationsFolder, { last: first })
  const { projectId, dataset, apiHost, token } = lake()
  const content = {
    SANITY_PROJECT_ID: projectId,
    SANITY_DATASET: dataset,
    SANITY_API_HOST: apiHost,
    SANITY_READ_TOKEN: token,
  }
  const run = () => runCommand('migrate.ts', [], { DATA_DIR, DATABASE_URL: url, ...content })
  expect(await run()).toMatchObject({ code: 0, stdout: `${later.join(', ')} applied\n` })
  expect(await readdir(join(DATA_DIR, 'backups'))).toEqual(['before-0029_count_requests_in_one_table.tar.gz'])
  expect(await run()).toEqual({ code: 0, stdout: 'Nothing applied\n', stderr: '' })
})
