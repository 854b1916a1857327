import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Creates a memory cgroup, version 1 or 2. What exceeds its limit in megabytes is killed. Needs root. */
export async function createMemoryCgroup(limit: number) {
  const isNew = existsSync('/sys/fs/cgroup/cgroup.controllers')
  const folder = join('/sys/fs/cgroup', isNew ? '' : 'memory', `founderlist-${process.pid}`)
  const read = async (name: string) => await readFile(join(folder, name), 'utf8')
  await mkdir(folder)
  await writeFile(join(folder, isNew ? 'memory.max' : 'memory.limit_in_bytes'), String(limit * 2 ** 20))
  return {
    /** A shell command that moves the shell into the group. */
    join: `echo $$ > ${join(folder, 'cgroup.procs')}`,
    /** Deletes the group, whose processes must have ended. Returns its figures in words. */
    end: async () => {
      const [, kills] =
        /^oom_kill (\d+)/m.exec(await read(isNew ? 'memory.events' : 'memory.oom_control')) ?? []
      const peak = Number(await read(isNew ? 'memory.peak' : 'memory.max_usage_in_bytes')) / 2 ** 20
      await rmdir(folder)
      return `Limit: ${limit} MB. Peak, with the page cache: ${peak.toFixed(0)} MB. OOM kills: ${kills}`
    },
  }
}
