import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export type LakeProcess = {
  child: ChildProcess
  /** Its output on stdout and stderr so far. */
  readOutput: () => string
  /** Its exit code, or the signal that ended it. */
  exit: Promise<number | string>
}

/** Forks `studio/lake/server.ts`. */
export function startProcess(variables: Record<string, string>): LakeProcess {
  const program = fileURLToPath(new URL('../server.ts', import.meta.url))
  const { VITEST: _, NODE_OPTIONS: __, ...inherited } = process.env
  const child = fork(program, {
    env: { ...inherited, LAKE_PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  // Not 'close': it is not emitted after this process has closed the child's IPC channel.
  const exit = Promise.all([once(child, 'exit'), finished(child.stderr!), finished(child.stdout!)]).then(
    ([[code, signal]]) => (code ?? signal) as number | string,
  )
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return { child, readOutput: () => output, exit }
}

/** `startProcess`, and waits until the lake is ready. */
export async function startReadyProcess(variables: Record<string, string>) {
  const lake = startProcess(variables)
  const ready = once(lake.child, 'message').then(
    ([message]) => message as { ready: true; port: number; token: string },
  )
  const answer = await Promise.race([ready, lake.exit])
  if (typeof answer !== 'object') throw new Error(`The lake ended with ${answer}: ${lake.readOutput()}`)
  return { ...lake, ...answer }
}

export type CommandResult = { code: number; stdout: string; stderr: string }

/** Runs `node studio/lake/<name>.ts`, as the scripts of package.json do. */
export function runCommand(
  name: 'import' | 'export' | 'link' | 'editors',
  args: string[],
  variables: Record<string, string>,
): Promise<CommandResult> {
  const program = fileURLToPath(new URL(`../${name}.ts`, import.meta.url))
  const { VITEST: _, NODE_OPTIONS: __, ...inherited } = process.env
  return new Promise((resolve) => {
    const env = { ...inherited, SANITY_PROJECT_ID: '', ...variables }
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}
