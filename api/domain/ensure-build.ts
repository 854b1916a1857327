import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

type Build = {
  /** For the log. */
  name: string
  /** Contains a folder for each version of the sources. */
  builds: string
  version: string
  /** Builds into a folder that does not exist yet. */
  make: (folder: string) => Promise<void>
  log: (line: string) => void
}

/** The folder of a version's build, which is made if missing and gets its name when complete. Throws what `make` throws. */
export async function ensureBuild({ name, builds, version, make, log }: Build): Promise<string> {
  const folder = join(builds, version)
  if (existsSync(folder)) {
    await touch(folder)
    return folder
  }
  log(`Building the ${name} of this version…`)
  const startedAt = performance.now()
  await mkdir(builds, { recursive: true })
  const attempt = join(builds, `attempt-${process.pid}`)
  try {
    await make(attempt)
    // Another process may have been first; its build is the same.
    await rename(attempt, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(attempt, { recursive: true, force: true })
  }
  await deleteOthers(builds, version)
  // After `deleteOthers`, which touches the replaced version: the newest time marks the version in use.
  await touch(folder)
  log(`Built the ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  return folder
}

/** Running processes and open tabs may still load parts of an earlier version. In milliseconds. */
const keptFor = 24 * 60 * 60_000

/** Also deletes what killed builds left. */
async function deleteOthers(builds: string, version: string): Promise<void> {
  const others: Array<{ folder: string; usedAt: number }> = []
  for (const name of await readdir(builds)) {
    if (name === version || isUnderWay(name)) continue
    const folder = join(builds, name)
    if (name.startsWith('attempt-')) await rm(folder, { recursive: true, force: true })
    else others.push({ folder, usedAt: (await stat(folder)).mtimeMs })
  }
  const [replaced, ...older] = others.toSorted((one, other) => other.usedAt - one.usedAt)
  if (replaced) await touch(replaced.folder, Date.now() - 1_000)
  for (const { folder, usedAt } of older) {
    if (Date.now() - usedAt > keptFor) await rm(folder, { recursive: true, force: true })
  }
}

/** Another process may have deleted it. */
async function touch(folder: string, at = Date.now()): Promise<void> {
  await utimes(folder, new Date(at), new Date(at)).catch(() => undefined)
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
