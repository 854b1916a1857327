import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** No telemetry, no look for newer versions, and nobody to ask. */
const quiet = { DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1', CI: '1', NO_COLOR: '1' }

/** Runs Sanity's command line and ends it with this process. Throws with what it said unless it succeeds. */
export async function runSanity(
  words: string[],
  { root, variables }: { root: string; variables: NodeJS.ProcessEnv },
): Promise<void> {
  const child = spawn(process.execPath, [findSanity(), ...words], {
    cwd: root,
    env: { ...variables, ...quiet, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
  }
  function stop() {
    child.kill()
    process.exitCode = 1
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`sanity ${words[0]} failed:\n${said.trim()}`)
  } finally {
    process.off('SIGTERM', stop).off('SIGINT', stop)
  }
}

function findSanity(): string {
  const manifest = createRequire(import.meta.url).resolve('sanity/package.json')
  return join(dirname(manifest), 'bin', 'sanity')
}
