import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { OperatorError } from '../runtime/operator.ts'

/** The folder for the Studio of the present sources, built or not. */
export function findStudio(checkout: string): Promise<string> {
  return runBuild(checkout, ['--where'])
}

/**
 * Builds the Studio of the present sources in the background (about 15 s) unless it exists. A failure is logged;
 * disposing aborts the build.
 */
export function startStudioBuild(
  checkout: string,
  address: string,
  log: (line: string) => void,
): AsyncDisposable {
  const stopping = new AbortController()
  const { signal } = stopping
  let isNew = false
  function onWords(words: string): void {
    if (signal.aborted) return
    isNew = true
    log(words.trimEnd())
  }
  const built = runBuild(checkout, [], { signal, onWords }).then(
    () => isNew && log(`The Studio is ready: ${address}`),
    (error: Error) => signal.aborted || log(error.message),
  )
  return {
    [Symbol.asyncDispose]: async () => {
      stopping.abort()
      await built
    },
  }
}

/** Runs studio/build.ts, whose last line on standard output is the folder. */
async function runBuild(
  checkout: string,
  options: string[],
  { signal, onWords }: { signal?: AbortSignal; onWords?: (words: string) => void } = {},
): Promise<string> {
  const child = spawn(process.execPath, [join(checkout, 'studio/build.ts'), ...options], {
    cwd: checkout,
    // The build ends when the channel to this process closes.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(signal && { signal }),
  })
  let folder = ''
  let words = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk) => (folder += chunk))
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    words += chunk
    onWords?.(chunk)
  })
  child.on('error', (error) => (words += error.message))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new OperatorError(`The Studio could not be built:\n${words.trim()}`)
  return folder.trim().split('\n').at(-1) ?? ''
}
