import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** Bytes of heap that each of a thousand attempts to listen adds, with a database that refuses connections. */
const script = /* js */ `
  import { openNotifications } from './api/database/notifications.ts'
  const heap = () => (gc(), process.memoryUsage().heapUsed)
  let [attempts, before] = [0, 0]
  const warn = () => {
    attempts += 1
    if (attempts === 200) before = heap()
    if (attempts < 1_200) return
    process.stdout.write(String(Math.round((heap() - before) / 1_000)))
    process.exit()
  }
  openNotifications({ url: 'postgres://x@127.0.0.1:9/x', logger: { warn }, retryDelays: [1, 1] })
`

it('fault 85: the heap stays flat while the database is away for hours', async () => {
  const words = ['--expose-gc', '--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, words)
  expect(Number(stdout)).toBeLessThan(4_000)
})
