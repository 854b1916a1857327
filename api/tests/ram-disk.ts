import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const place = '/dev/shm'
const gibibyte = 1024 ** 3

/**
 * Lets what tests make and throw away be memory and no disk, until this process ends: its temporary folder, and that of
 * the processes which it starts. Postgres copies 300 files for each of hundreds of databases, and a browser makes a
 * profile: on a disk that is half a second every time, here a fraction of it. Nothing changes where a folder was chosen,
 * or where the machine has none with room to spare.
 */
export function useRamDisk(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return
  const folder = mkdtempSync(join(place, 'fl-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.env['TMPDIR'] = folder
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(place)
    // Containers have 64 MB there as a rule; and what is written there counts as memory of theirs.
    const isLarge = bavail * bsize >= 2 * gibibyte && process.availableMemory() >= 4 * gibibyte
    return isLarge && !runsNothing()
  } catch {
    return false
  }
}

/** Some tests write a program and start it, which a container's folder may forbid. */
function runsNothing(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  return mounts.some((line) => line.split(' ')[1] === place && /\bnoexec\b/.test(line))
}
