import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const place = '/dev/shm'
const gibibyte = 1024 ** 3

/**
 * Puts the temporary folder of this process and its children into memory until this process ends. Postgres copies 300
 * files for each of hundreds of databases, and each browser makes a profile: on a disk that takes half a second every
 * time, in memory a fraction of it. Does nothing if TMPDIR is set, or if the machine has too little memory.
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
    // Containers usually have only 64 MB there, and files there count towards their memory.
    const isLarge = bavail * bsize >= 2 * gibibyte && process.availableMemory() >= 4 * gibibyte
    return isLarge && !forbidsPrograms()
  } catch {
    return false
  }
}

/** Some tests write a program and run it, which the folder may forbid in a container. */
function forbidsPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  return mounts.some((line) => line.split(' ')[1] === place && /\bnoexec\b/.test(line))
}
