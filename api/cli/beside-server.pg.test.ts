import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { checkout } from '../runtime/checkout.ts'
import { openEmptyDatabase } from '../tests/database.ts'
import { usePreparedData } from '../tests/prepared-data.ts'
import { runCommand, startServer } from '../tests/server-process.ts'
import { findFreePort } from '../../site/e2e/support/free-port.ts'

const copyData = usePreparedData()

it('build, content:export and content:import work beside a running server, and for another folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-beside-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const variables = {
    ...(await copyData(['content', 'releases'])),
    DATABASE_URL: (await openEmptyDatabase()).url,
    STUDIO_PORT: String(await findFreePort()),
  }
  await startServer(variables)

  const built = await runCommand('build.ts', [join(folder, 'dist')], variables)
  expect(built).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Content Lake') })
  expect(await readdir(join(folder, 'dist'))).toContain('about.html')

  const archive = join(folder, 'content.tar.gz')
  const transfer = (script: 'import' | 'export', DATA_DIR: string) =>
    promisify(execFile)(process.execPath, [join(checkout, 'studio/lake', `${script}.ts`), archive], {
      env: { ...process.env, ...variables, DATA_DIR },
    })
  await transfer('export', variables.DATA_DIR)
  for (const dataFolder of [variables.DATA_DIR, join(folder, 'copy')])
    expect((await transfer('import', dataFolder)).stderr).toMatch(/Imported \d+ documents/)
})
