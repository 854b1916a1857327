import { formatError, printLine } from './operator.ts'
import { isStrayConnectionError } from './postgres-errors.ts'

export type Running = { addresses: string[] } & AsyncDisposable

/** Milliseconds. Process managers send SIGKILL after some time. */
const stopDeadline = 20_000

/** Under npm one Ctrl-C arrives twice, from the terminal and from npm, maybe seconds apart. */
const signalsPerRequest = process.env['npm_lifecycle_event'] === undefined ? 1 : 2

/** Exits with 0 after a signal, 1 after a failure. A signal aborts the start; another after 1 s exits at once. */
export async function supervise(start: (signal: AbortSignal) => Promise<Running>): Promise<never> {
  const stopping = new AbortController()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  let askedAt: number | undefined
  let times = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      times += 1
      // Other parents than npm may forward a signal as well, within the second.
      if (askedAt !== undefined && times > signalsPerRequest && performance.now() - askedAt > 1_000)
        process.exit(1)
      askedAt ??= performance.now()
      stopping.abort()
      ask()
    })
  }
  // An unhandled rejection is logged and does not end the process, unlike an exception.
  process.on('uncaughtException', (error) => {
    if (isStrayConnectionError(error)) return
    printLine(formatError(error))
    process.exit(1)
  })
  process.on('unhandledRejection', (reason) => {
    if (!isStrayConnectionError(reason)) printLine(`Unhandled rejection: ${formatError(reason)}`)
  })

  let running: Running
  try {
    running = await start(stopping.signal)
  } catch (error) {
    if (stopping.signal.aborted) process.exit(0)
    printLine(formatError(error))
    process.exit(1)
  }
  if (!stopping.signal.aborted) running.addresses.forEach(printLine)
  await asked
  printLine('Stopping…')
  setTimeout(() => {
    printLine('Not everything stopped in time: exiting anyway.')
    process.exit(1)
  }, stopDeadline)
  try {
    await running[Symbol.asyncDispose]()
  } catch (error) {
    printLine(`Could not stop cleanly: ${formatError(error)}`)
    process.exit(1)
  }
  process.exit(0)
}

/** `Promise.all` that waits for all promises, and puts opened parts on the stack even if another part failed. */
export async function openAll<Parts extends AsyncDisposable[]>(
  opened: AsyncDisposableStack,
  ...opening: { [Index in keyof Parts]: Promise<Parts[Index]> }
): Promise<Parts> {
  const outcomes = await Promise.allSettled<AsyncDisposable>(opening)
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') opened.use(outcome.value)
  return (await Promise.all(opening)) as Parts
}
