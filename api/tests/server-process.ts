import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished, vi } from 'vitest'
import { findFreePort } from '../../site/e2e/support/free-port.ts'

export const serverScript = fileURLToPath(new URL('../server.ts', import.meta.url))

/** Registers a cleanup function for the end of a test or of a test file. */
export type RegisterCleanup = (end: () => PromiseLike<void>) => void

export type ServerProcess = Awaited<ReturnType<typeof startServer>>

/**
 * Runs the server as a separate process. `onEnd` registers the cleanup, by default for the end of the test. Waits until
 * it serves, unless `waits` is false.
 */
export async function startServer(
  variables: NodeJS.ProcessEnv,
  {
    waits = true,
    command = [process.execPath, serverScript],
    onEnd = onTestFinished as RegisterCleanup,
  } = {},
) {
  const port = Number(variables['PORT']) || (await findFreePort())
  const { DATABASE_URL: _own, ...inherited } = process.env
  const dataFolder = await mkdtemp(join(tmpdir(), 'founderlist-data-'))
  const [program = '', ...programArguments] = command
  const child = spawn(program, programArguments, {
    // A process group of its own, as a terminal gives one to each command.
    detached: true,
    env: {
      ...inherited,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      STUDIO_PORT: '0',
      DATA_DIR: dataFolder,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (chunk) => (output += chunk))
  child.stdout.setEncoding('utf8').on('data', (chunk) => (log += chunk))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const exited = once(child, 'close').then(([code]) => code as number | null)
  onEnd(async () => {
    child.kill('SIGTERM')
    await exited
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 })
  })
  const server = {
    base: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid,
    output: () => output,
    log: () => log,
    exited,
    /** Like `exited`, but without waiting until the last output has been read. */
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Stops reading the log from its pipe, like a stalled reader. */
    stallLog: () => child.stdout.pause(),
    resumeLog: () => child.stdout.resume(),
    /** Like Ctrl-C in a terminal: signals every process of the command. */
    interruptAll: () => process.kill(-(child.pid ?? 0), 'SIGINT'),
    waitForLog: (text: string) => vi.waitUntil(() => log.includes(text), { timeout: 60_000 }),
    waitForOutput: (line: string) => vi.waitUntil(() => output.includes(line), { timeout: 60_000 }),
  }
  if (waits) {
    await vi.waitUntil(() => output.includes('The site: ') || child.exitCode !== null, { timeout: 240_000 })
    if (child.exitCode !== null) throw new Error(`The server did not start:\n${output}`)
  }
  return server
}

/** Runs a command of api/cli to its end. */
export async function runCommand(script: string, words: string[], variables: NodeJS.ProcessEnv) {
  const { DATABASE_URL: _own, ...inherited } = process.env
  const path = fileURLToPath(new URL(`../cli/${script}`, import.meta.url))
  const child = spawn(process.execPath, [path, ...words], { env: { ...inherited, ...variables } })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk) => (stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk) => (stderr += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}
