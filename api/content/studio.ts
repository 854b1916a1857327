import { once } from 'node:events'
import { join } from 'node:path'
import { startChild } from '../runtime/child.ts'
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

/** Runs studio/build.ts, whose last line on standard output is the folder. The build ends with this process. */
async function runBuild(
  checkout: string,
  args: string[],
  { signal, onWords }: { signal?: AbortSignal; onWords?: (words: string) => void } = {},
): Promise<string> {
  const output = { stdout: '', stderr: '' }
  const child = await startChild(join(checkout, 'studio/build.ts'), {
    name: 'The build of the Studio',
    args,
    cwd: checkout,
    ...(signal && { signal }),
    onOutput: (text, stream) => {
      output[stream] += text
      if (stream === 'stderr') onWords?.(text)
    },
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new OperatorError(`The Studio could not be built:\n${output.stderr.trim()}`)
  return output.stdout.trim().split('\n').at(-1) ?? ''
}
