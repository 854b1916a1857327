import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { codeOf } from './errors.ts'

const run = promisify(execFile)

/** postmaster.pid. After a power cut it may be empty: then `pid` is NaN. */
export type PidFile = { text: string; pid: number; port: string; socketFolder: string; status: string }

export async function readPidFile(folder: string): Promise<PidFile | undefined> {
  try {
    const text = await readFile(join(folder, 'postmaster.pid'), 'utf8')
    const [pid = '', , , port = '', socketFolder = '', , , status = ''] = text
      .split('\n')
      .map((line) => line.trim())
    return { text, pid: Number.parseInt(pid, 10), port, socketFolder, status }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Looks at the command line, since the id in a stale file may belong to another program. */
export async function isServerOf(folder: string, pid: number): Promise<boolean> {
  if (!(pid > 0)) return false
  return `${await readCommandLine(pid)} `.includes(`/postgres -D ${folder} `)
}

/** Empty for a process that is gone or a zombie. */
async function readCommandLine(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux')
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
    const env = { ...process.env, LC_ALL: 'en_US.UTF-8' }
    return (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { env })).stdout.trimEnd()
  } catch {
    return ''
  }
}

// A server fills its file at once. One that stays empty was left by a power cut.
const fillPatience = 5_000

/** Deletes a stale file, but not one that a server wrote since it was read. */
export async function discardPidFile(folder: string, stale: PidFile): Promise<void> {
  const path = join(folder, 'postmaster.pid')
  const aside = join(folder, `postmaster.pid.${randomUUID()}`)
  try {
    if (stale.text === '' && Date.now() - (await stat(path)).mtimeMs < fillPatience) return
    await rename(path, aside)
    if ((await readFile(aside, 'utf8')) !== stale.text) await link(aside, path)
    await rm(aside)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
  }
}
