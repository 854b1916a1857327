import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { ensureBuild } from '#domain/ensure-build.ts'
import type { CreateRenderer } from '#domain/pages/renderer.ts'
import { PagesError } from '../faults.ts'
import { readSourceVersion } from './source-version.ts'

/** The exports of `site/bundle.ts`. */
export type PageBundle = { createRenderer: CreateRenderer }

export type BuiltBundle = {
  folder: string
  version: string
  clientFolder: string
  load: () => Promise<PageBundle>
}

/** Builds the bundle, if needed, in a process that frees its memory. Throws PagesError or AbortError. */
export async function ensureBundle(
  root: string,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<BuiltBundle> {
  const version = await readSourceVersion(root)
  const folder = await ensureBuild({
    name: 'pages',
    builds: join(root, '.build', 'site'),
    version,
    make: (outDir) => build([root, outDir], signal),
    log,
  })
  return {
    folder,
    version,
    clientFolder: join(folder, 'client'),
    load: async () => {
      // React is slow and large otherwise.
      process.env['NODE_ENV'] ??= 'production'
      return (await import(pathToFileURL(join(folder, 'server', 'entry.mjs')).href)) as PageBundle
    },
  }
}

const script = fileURLToPath(new URL('build-bundle.ts', import.meta.url))
/** Milliseconds before another attempt when the process could not start or was killed. */
const pauses = [0, 1_000]

async function build(words: string[], signal?: AbortSignal): Promise<void> {
  // Under `node --watch` a child would report the files it loads over a channel that it does not have.
  const { WATCH_REPORT_DEPENDENCIES: _, ...inherited } = process.env
  const env = { ...inherited, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
  const options = { env, signal, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 * 1024 } as const
  for (let tried = 0; ; tried += 1) {
    try {
      // Its standard input ends with this process, which ends it too.
      await promisify(execFile)(process.execPath, [script, ...words], options)
      return
    } catch (error) {
      signal?.throwIfAborted()
      const { code, stderr = '', message } = error as Error & { code?: unknown; stderr?: string }
      // An exit code: it would fail again.
      const pause = typeof code === 'number' ? undefined : pauses[tried]
      if (pause === undefined)
        throw new PagesError(`The pages could not be prepared:\n${stderr.trim() || message}`)
      await sleep(pause, undefined, { signal })
    }
  }
}
