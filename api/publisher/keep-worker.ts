import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { forkSafely } from '../fork-safely.ts'
import { ContentFault, PagesError, UnreadableFault } from './faults.ts'
import type { Done, Report, Task } from './worker.ts'

export type Worker = {
  /**
   * Runs one task at a time, in the order of the calls. Rejects with ContentFault or PagesError. A worker that died is
   * started again, and opened, for the next task.
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

  async function start(): Promise<ChildProcess> {
    // Under `node --watch` a child would tell of the files that it loads, over the channel of its reports.
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env
    const started = await forkSafely(script, {
      env,
      execArgv: ['--max-semi-space-size=4'],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    }).catch((error: Error) => {
      throw new PagesError(`The page renderer could not be started: ${error.message}`)
    })
    if (stopping.signal.aborted) started.kill('SIGKILL')
    child = started
    started.once('exit', () => (child = child === started ? undefined : child))
    return started
  }

  async function ask(task: Task): Promise<Done> {
    if (stopping.signal.aborted) throw new PagesError('The publisher has been stopped')
    if (child && !child.killed) return tell(child, task, log)
    const started = await start()
    const done = await tell(started, open, log).catch((error: unknown) => {
      started.kill('SIGKILL')
      throw error
    })
    if (task === open) return done
    reopened(done)
    return tell(started, task, log)
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
  const die = () => {
    const cause = worker.signalCode ?? `exit code ${worker.exitCode}`
    reject(new PagesError(`The page renderer ended (${cause}). ${words.trim()}`.trim()))
  }
  const answer = (report: Report) => {
    if ('line' in report) log(report.line)
    else if ('done' in report) resolve(report.done)
    else reject(toFault(report.failed))
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

/** Faults of the content reach the editor as they are. */
function toFault({ name, message }: { name: string; message: string }): Error {
  if (name === 'UnreadableError') return new UnreadableFault(message)
  if (['ContentError', 'UnreadableImageError', 'LinkError'].includes(name)) return new ContentFault(message)
  return new PagesError(`The pages could not be prepared:\n${message}`)
}
