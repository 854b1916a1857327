import { cp, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startProcess, startReadyProcess } from '../test-support/lake-process.ts'
import { makeFolder, startLake, type TestLake } from '../test-support/start-lake.ts'

const identify = async ({ origin, token }: TestLake, transaction = '') => {
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin}/v1/lake?transaction=${transaction}`, { headers })
  return answer.json() as Promise<{ id: string; hasTransaction: boolean }>
}

it('has an id that its copies keep, and knows its own transactions', async () => {
  const lake = await startLake()
  const { id } = await identify(lake)
  const { _rev } = await lake.client.create({ _type: 'post' })
  expect(await identify(lake, _rev)).toEqual({ id, hasTransaction: true })
  expect(await identify(lake, 'unknown')).toEqual({ id, hasTransaction: false })
  await lake.stop()
  const copy = await makeFolder()
  await cp(lake.folder, copy, { recursive: true })
  expect(await identify(await startLake({ LAKE_FOLDER: copy }), _rev)).toEqual({ id, hasTransaction: true })
  expect((await identify(await startLake())).id).not.toBe(id)
  expect((await fetch(`${(await startLake()).origin}/v1/lake`)).status).toBe(401)
})

it('exits with 66 if the folder does not hold the expected lake, and creates nothing', async () => {
  const folder = await makeFolder()
  const start = async (LAKE_EXPECTED: string) => {
    const lake = startProcess({ LAKE_FOLDER: folder, LAKE_EXPECTED })
    return { code: await lake.exit, output: lake.readOutput() }
  }
  const missing = { code: 66, output: `${folder} holds no Content Lake: lake.sqlite is missing or empty\n` }
  expect(await start('existing')).toEqual(missing)
  await writeFile(join(folder, 'lake.sqlite'), '')
  expect(await start('existing')).toEqual(missing)
  const lake = await startReadyProcess({ LAKE_FOLDER: folder })
  lake.child.kill('SIGTERM')
  await lake.exit
  expect(await start('another')).toMatchObject({
    code: 66,
    output: expect.stringMatching(/ holds the Content Lake \S+, not another\n$/),
  })
})

it('exits with 65 and one sentence that names the file if that is damaged', async () => {
  const folder = await makeFolder()
  const whole = await startReadyProcess({ LAKE_FOLDER: folder })
  whole.child.kill('SIGTERM')
  await whole.exit
  const file = join(folder, 'lake.sqlite')
  await truncate(file, 9_000)
  const lake = startProcess({ LAKE_FOLDER: folder })
  expect(await lake.exit).toBe(65)
  expect(lake.readOutput()).toBe(
    `The Content Lake's file ${file} is damaged (database disk image is malformed)\n`,
  )
})
