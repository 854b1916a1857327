import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ContentFault, PagesError } from './faults.ts'
import type { Done, Report, Task } from './worker.ts'

export type Worker = {
  /**
   * One task at a time, in the order of asking. Rejects with ContentFault or PagesError. A worker that died is started
   * anew, and opened, for the next task.
   */
  ask: (task: Task) => Promise<Done>
  /** The process that works now, if there is one. */
  readPid: () => number | undefined
} & AsyncDisposable

const script = fileURLToPath(new URL('worker.ts', import.meta.url))

/** Keeps a process of worker.ts. What it says beside its answers goes to `log`; `reopened` is told what a new one has. */
export function keepWorker(
  open: Task,
  { log, reopened }: { log: (line: string) => void; reopened: (done: Done) => void },
): Worker {
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()

  function start(): ChildProcess {
    // Under `node --watch` a child would tell of the files that it loads, over the channel of its reports.
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env
    const started = fork(script, {
      env,
      execArgv: ['--max-semi-space-size=4'],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    started.once('exit', () => (child = child === started ? undefined : child))
    return started
  }

  async function ask(task: Task): Promise<Done> {
    if (stopping.signal.aborted) throw new PagesError('The publisher has been stopped')
    if (child) return tell(child, task, log)
    child = start()
    const done = await tell(child, open, log)
    if (task === open) return done
    reopened(done)
    return tell(child, task, log)
  }

  return {
    ask: (task) => {
      const asked = last.then(() => ask(task))
      last = asked.catch(() => undefined)
      return asked
    },
    readPid: () => child?.pid,
    [Symbol.asyncDispose]: async () => {
      stopping.abort()
      const ending = child
      if (!ending) return
      const gone = once(ending, 'exit')
      // It writes nothing that half done would be taken for whole.
      ending.kill('SIGKILL')
      await gone
    },
  }
}

async function tell(worker: ChildProcess, task: Task, log: (line: string) => void): Promise<Done> {
  const { promise, resolve, reject } = Promise.withResolvers<Done>()
  let words = ''
  const hear = (chunk: unknown) => (words += String(chunk))
  const die = () => reject(new PagesError(`The pages could not be prepared:\n${words.trim()}`))
  const answer = (report: Report) => {
    if ('line' in report) log(report.line)
    else if ('done' in report) resolve(report.done)
    else if (/^(Content|Link)Error$/.test(report.failed.name)) reject(new ContentFault(report.failed.message))
    else reject(new PagesError(`The pages could not be prepared:\n${report.failed.message}`))
  }
  const streams = [worker.stdout, worker.stderr]
  streams.forEach((stream) => stream?.on('data', hear))
  worker.on('message', answer).once('close', die)
  worker.send(task, (error) => error && die())
  try {
    return await promise
  } finally {
    worker.off('message', answer).off('close', die)
    streams.forEach((stream) => stream?.off('data', hear).resume())
  }
}
