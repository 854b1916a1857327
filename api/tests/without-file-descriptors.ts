import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

/** While `work` runs, the kernel refuses this process new file descriptors, and so new processes. */
export async function withoutFileDescriptors<Value>(work: () => Promise<Value>): Promise<Value> {
  const [, soft = ''] = /^Max open files\s+(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8')) ?? []
  // A program that was started before restores the limit, because no new one can be started.
  const set = (files: string) => `prlimit --pid ${process.pid} --nofile=${files}:`
  const limiting = spawn('sh', ['-c', `${set('3')} && echo limited && read _; ${set(soft)}`])
  const over = once(limiting, 'exit')
  await once(limiting.stdout, 'data')
  try {
    return await work()
  } finally {
    limiting.stdin.end('\n')
    await over
  }
}
