import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'

const supervise = JSON.stringify(new URL('supervise.ts', import.meta.url).href)

/**
 * A supervised process that finishes stopping when it gets input, and prints each SIGINT. Its clock advances by two
 * seconds each time it is read.
 */
async function startStopping(variables: NodeJS.ProcessEnv) {
  const { npm_lifecycle_event: _, ...inherited } = process.env
  const script = `
    import { once } from 'node:events'
    import { supervise } from ${supervise}
    setInterval(() => {}, 1000)
    let now = 0
    performance.now = () => (now += 2000)
    await supervise(async () => {
      process.on('SIGINT', () => console.error('SIGINT'))
      return { addresses: ['up'], [Symbol.asyncDispose]: () => once(process.stdin, 'data') }
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...inherited, ...variables },
    stdio: ['pipe', 'inherit', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]()
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const says = async () => (await lines.next()).value as string
  expect(await says()).toBe('up')
  return { child, exited, says, finish: () => child.stdin.write('now') }
}

it('exits immediately on the second Ctrl-C', async () => {
  const { child, exited, says } = await startStopping({})
  child.kill('SIGINT')
  expect(await says()).toBe('SIGINT')
  child.kill('SIGINT')
  expect(await exited).toBe(1)
})

it('counts a signal forwarded by npm, however late, as the same Ctrl-C, and the next one as another', async () => {
  const variables = { npm_lifecycle_event: 'start' }
  const [one, other] = await Promise.all([startStopping(variables), startStopping(variables)])
  for (const { child, says } of [one, other]) {
    child.kill('SIGINT')
    expect([await says(), await says()].toSorted()).toEqual(['SIGINT', 'Stopping…'])
    child.kill('SIGINT')
    expect(await says()).toBe('SIGINT')
  }
  one.finish()
  expect(await one.exited).toBe(0)
  other.child.kill('SIGINT')
  expect(await other.exited).toBe(1)
})
