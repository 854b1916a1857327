import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { connect, makeFolder } from '../test-support/start-lake.ts'
import { openStore } from './open-store.ts'

const server = new URL('../server.ts', import.meta.url)

/** Forks the real server process. */
async function forkLake(folder: string) {
  const child = fork(server, { env: { ...process.env, LAKE_FOLDER: folder, LAKE_PORT: '0' }, silent: true })
  onTestFinished(() => void child.kill('SIGKILL'))
  const errors: string[] = []
  if (child.stderr) createInterface(child.stderr).on('line', (line) => errors.push(line))
  const [message] = (await once(child, 'message')) as [{ port: number; token: string }]
  const client = connect(message.port, message.token)
  const kill = async () => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return { client, kill, errors }
}

it('keeps every acknowledged transaction after kill -9 during writes', async () => {
  const folder = await makeFolder()
  const acknowledged = new Map<string, string>()
  for (const round of [1, 2, 3]) {
    const { client, kill } = await forkLake(folder)
    const enough = Promise.withResolvers<void>()
    let count = 0
    const writeOn = async (writer: number) => {
      for (let turn = 0; ; turn += 1) {
        const _id = `doc-${round}-${writer}-${turn % 5}`
        const { _rev } = await client.createOrReplace({ _id, _type: 'post', turn, text: 'x'.repeat(5_000) })
        acknowledged.set(_id, _rev)
        count += 1
        if (count === 100) enough.resolve()
      }
    }
    const writers = [1, 2, 3, 4].map((writer) => writeOn(writer).catch(() => {}))
    await enough.promise
    await kill()
    await Promise.all(writers)
  }
  const store = openStore(folder)
  const lost = [...acknowledged].filter(([id, revision]) => !wasWritten(id, revision))
  expect([acknowledged.size >= 12, lost]).toEqual([true, []])
  const written = store.database.prepare('SELECT id, content FROM documents').all()
  for (const { id, content } of written) expect(store.get(String(id))).toEqual(JSON.parse(String(content)))
  expect(store.database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  store.close()

  /** Searches the history: a later write that was not acknowledged may have replaced the document. */
  function wasWritten(id: string, revision: string): boolean {
    const row = store.database
      .prepare(
        `SELECT 1 FROM changes JOIN transactions USING (sequence) WHERE document_id = ? AND transactions.id = ?`,
      )
      .get(id, revision)
    return row !== undefined && store.get(id) !== undefined
  }
})
