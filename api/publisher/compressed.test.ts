import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { hashOf, prepareAnswer } from '../http/prepared-answer.ts'
import { keepCompressed, readCompressed } from './compressed.ts'

const page = Buffer.from('<p>a page</p>'.repeat(50))
const headers = { 'Content-Type': 'text/html' }

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-compressed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it('keeps what was compressed, and nothing is compressed again that is known', async () => {
  const folder = await makeFolder()
  const answer = await prepareAnswer(page, headers, 'once')
  await keepCompressed(folder, [answer])
  const known = await readCompressed(folder)
  expect(await prepareAnswer(page, headers, 'once', known)).toEqual(answer)
  const forged = new Map([[hashOf(page), { br: Buffer.from('br'), gzip: Buffer.from('gzip') }]])
  expect((await prepareAnswer(page, headers, 'once', forged)).br?.body.toString()).toBe('br')
})

it('takes nothing from a file that is damaged, cut or not there', async () => {
  const folder = await makeFolder()
  expect((await readCompressed(folder)).size).toBe(0)
  await keepCompressed(folder, [await prepareAnswer(page, headers, 'once')])
  const file = join(folder, '.compressed')
  const whole = await readFile(file)
  expect((await readCompressed(folder)).size).toBe(1)
  const damaged = Buffer.from(whole)
  damaged[60]! ^= 1
  for (const bytes of [damaged, whole.subarray(0, -1), Buffer.alloc(whole.length)]) {
    await writeFile(file, bytes)
    expect((await readCompressed(folder)).size).toBe(0)
  }
})
