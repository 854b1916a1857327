import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { finishStudio } from './finish-studio.ts'
import { runSanity } from './run-sanity.ts'

type Place = {
  /** The checkout. */
  root: string
  /** Holds one folder for each version. */
  builds: string
  version: string
}

/** Where the Studio of a version is, once it is built. */
export function studioFolder({ builds, version }: Place): string {
  return join(builds, version)
}

/**
 * Builds a version of the Studio if it is not there. The build has a folder of its own until it is whole, so that a
 * killed one, or two at once, leave nothing that is taken for one. Throws with what the build said.
 */
export async function ensureStudio(
  place: Place,
  variables: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<string> {
  const folder = studioFolder(place)
  if (existsSync(folder)) return folder
  log('Building the Studio of this version…')
  const startedAt = performance.now()
  await mkdir(place.builds, { recursive: true })
  const attempt = join(place.builds, `attempt-${process.pid}`)
  try {
    await runSanity(['build', attempt, '--yes'], { root: place.root, variables })
    await finishStudio(attempt)
    // Another process may have been first; its build is the same.
    await rename(attempt, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(attempt, { recursive: true, force: true })
  }
  await deleteOthers(place)
  log(`Built the Studio in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  return folder
}

/** A lake that runs may serve an earlier version for as long, and open tabs load parts of it. */
const keptFor = 24 * 60 * 60_000

/** Versions of days past, and what killed builds left. */
async function deleteOthers({ builds, version }: Place): Promise<void> {
  for (const name of await readdir(builds)) {
    if (name === version || isUnderWay(name)) continue
    const folder = join(builds, name)
    const { mtimeMs } = await stat(folder)
    const isLeft = name.startsWith('attempt-')
    if (isLeft || Date.now() - mtimeMs > keptFor) await rm(folder, { recursive: true, force: true })
  }
}

function isUnderWay(name: string): boolean {
  const pid = Number(/^attempt-(\d+)$/.exec(name)?.[1])
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
