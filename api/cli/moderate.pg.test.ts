import { expect, it, onTestFinished, vi } from 'vitest'
import { formatError } from '../runtime/operator.ts'
import { openTestDatabase } from '../tests/database.ts'
import { postOne } from '../tests/manage.ts'
import { report } from '../tests/moderate.ts'
import { serveOver } from '../tests/serve.ts'
import { runCommand } from '../tests/server-process.ts'
import { moderate as runModerate } from './moderate.ts'

/** A database for commands in this process: starting one takes most of the time. */
async function openDatabase() {
  const database = await openTestDatabase()
  vi.stubEnv('DATABASE_URL', database.url)
  onTestFinished(() => void vi.unstubAllEnvs())
  return database
}

async function moderate(...words: string[]) {
  let stdout = ''
  const print = (line: string) => void (stdout += `${line}\n`)
  const stderr = await runModerate(words, print).then(() => '', formatError)
  return { code: stderr === '' ? 0 : 1, stdout, stderr }
}

it('moderates a running site without a Studio', async () => {
  const database = await openDatabase()
  const { base } = await serveOver(database)
  const { id } = await postOne(base, { title: 'A lamp' })
  const status = async () => (await fetch(`${base}/api/listings/${id}`)).status

  const hide = ['hide', id, 'illegal', 'not', 'theirs']
  expect(await runCommand('moderate.ts', hide, { DATABASE_URL: database.url })).toEqual({
    code: 0,
    stdout: `${id} is hidden\n`,
    stderr: '',
  })
  await expect.poll(status).toBe(404)
  const { stdout: list } = await moderate('list', 'hidden')
  expect(list).toContain('0 waiting, 0 reported')
  expect(list).toContain('A lamp')
  const { stdout: shown } = await moderate('show', id)
  expect(shown).toMatch(/contact: room@example\.org[^]*\d{4}-.*Z command line hide illegal not theirs/)
  expect(await moderate('restore', id)).toMatchObject({ code: 0 })
  await expect.poll(status).toBe(200)
  expect(await moderate('delete', id, 'scam')).toMatchObject({ code: 0, stdout: `${id} is removed\n` })
  expect(await moderate('undo', id)).toMatchObject({ code: 0, stdout: `${id} is shown\n` })
  expect(await moderate('undo', id)).toMatchObject({ code: 1 })

  expect(await moderate('ban', 'phrase', '\u200bblue\u00a0la\u00admp')).toMatchObject({ code: 0 })
  expect((await moderate('bans')).stdout).toContain('blue lamp')
  expect(await moderate('unban', '1')).toMatchObject({ code: 0 })

  const unknown = '00000000-0000-4000-8000-000000000000'
  const wrongs: Array<[words: string[], sentence: string]> = [
    [['hide', '123', 'scam'], 'Not a listing id: 123. '],
    [['undo', unknown], `${unknown}: `],
    [['unban', '999'], 'There is no ban 999'],
    [['fly'], 'There is no command fly'],
  ]
  for (const [words, sentence] of wrongs) {
    const { code, stderr } = await moderate(...words)
    expect([words, code, stderr]).toEqual([words, 1, expect.stringMatching(/^[^\n]+$/)])
    expect(stderr).toContain(sentence)
  }
})

it('fault 82: restores what a set of networks hid, and lets reports hide listings again', async () => {
  const database = await openDatabase()
  const { base } = await serveOver(database, { reportsToHide: 1, trustedProxies: ['127.0.0.1'] })
  const ids: string[] = []
  for (let count = 0; count < 6; count += 1) ids.push((await postOne(base)).id)
  for (const id of ids) await report(base, `listings/${id}`, '2001:db8:77::1')

  expect((await moderate('list')).stdout).toMatch(/^5 waiting, 1 reported\nreports hide no listings until 2/)
  expect((await moderate('resume')).stdout).toBe('reports hide listings again\n')
  expect((await moderate('list')).stdout).not.toContain('reports hide no')
  const { stdout } = await moderate('distrust', ids[0] ?? '')
  expect(stdout.trim().split('\n').toSorted()).toEqual(ids.map((id) => `${id} is shown`).toSorted())
  expect((await moderate('distrust', ids[0] ?? '')).stdout).toBe('there is nothing to change\n')
})
