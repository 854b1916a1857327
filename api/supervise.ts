import type { Running } from './run.ts'
import { isLeftByLostConnection } from './database/faults.ts'
import { explain } from './explain.ts'
import { say } from './say.ts'

/** A supervisor of ours may send SIGKILL after this; then the next start finds what it left, and takes it over. */
const stopDeadline = 20_000

/**
 * Ctrl-C under npm comes twice: from the terminal and from npm, at once or, on a busy machine, whenever npm gets round
 * to it. So there the second one is no second wish.
 */
const mostOfOneWish = process.env['npm_lifecycle_event'] === undefined ? 1 : 2

/**
 * The life of the process: starts, then waits for SIGTERM or SIGINT, stops cleanly and exits with 0. What fails says
 * why and exits with 1. A signal during the start stops it at its next step, through the signal that `start` gets; one
 * more, a second later, ends the process at once.
 */
export async function supervise(start: (signal: AbortSignal) => Promise<Running>): Promise<never> {
  const stopping = new AbortController()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  let askedAt: number | undefined
  let times = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      times += 1
      // Other programs that start this one may pass a signal on as well.
      if (askedAt !== undefined && times > mostOfOneWish && performance.now() - askedAt > 1_000)
        process.exit(1)
      askedAt ??= performance.now()
      stopping.abort()
      ask()
    })
  }
  // One request's stray rejection is not worth everybody's connection; its stack is what there is to find it by.
  process.on('uncaughtException', (error) => {
    if (isLeftByLostConnection(error)) return
    say(explain(error))
    process.exit(1)
  })
  process.on('unhandledRejection', (reason) => {
    if (!isLeftByLostConnection(reason)) say(`Unhandled rejection: ${explain(reason)}`)
  })

  let running: Running
  try {
    running = await start(stopping.signal)
  } catch (error) {
    if (stopping.signal.aborted) process.exit(0)
    say(explain(error))
    process.exit(1)
  }
  if (!stopping.signal.aborted) running.addresses.forEach(say)
  await asked
  say('Stopping…')
  setTimeout(() => {
    say('Something does not stop: leaving it behind.')
    process.exit(1)
  }, stopDeadline)
  try {
    await running[Symbol.asyncDispose]()
  } catch (error) {
    say(`Could not stop cleanly: ${explain(error)}`)
    process.exit(1)
  }
  process.exit(0)
}
