import { endOfDay } from '../answers/sources.ts'

/** Runs a job a second after each midnight in San Francisco, until disposed. */
export function repeatAtMidnight(job: () => void): Disposable {
  let timer: NodeJS.Timeout
  function wait(): void {
    const now = new Date()
    timer = setTimeout(run, endOfDay(now) + 1_000 - now.getTime())
  }
  function run(): void {
    job()
    wait()
  }
  wait()
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}
