import { setTimeout as sleep } from 'node:timers/promises'

type Options = {
  /** Milliseconds from the end of a run to the next one. */
  interval: number
  /** Whether the first run waits for the interval, too. */
  waits?: boolean
  /** Gets the errors of runs, except after the disposal. */
  report?: (error: unknown) => void
}

/** Runs a job again and again until disposed. The job's `signal` aborts then. */
export function repeat(
  job: (signal: AbortSignal) => Promise<unknown>,
  { interval, waits = false, report = () => {} }: Options,
): Disposable {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = () => sleep(interval, undefined, { signal }).catch(() => {})

  async function run(): Promise<void> {
    if (waits) await pause()
    while (!signal.aborted) {
      await job(signal).catch((error: unknown) => signal.aborted || report(error))
      await pause()
    }
  }

  void run()
  return { [Symbol.dispose]: () => stopping.abort() }
}
