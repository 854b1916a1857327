import { readLakeEnvironment } from './env.ts'
import { explain } from './explain.ts'
import { run, type Running } from './run.ts'
import { say } from './say.ts'

/** The life of the process: starts, tells who forked it, stops at a signal or when that process is gone. */
export async function serve(): Promise<void> {
  const stopping = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.resolve())
  process.on('disconnect', () => stopping.resolve())
  process.on('unhandledRejection', (reason) => say(`Unhandled rejection: ${explain(reason)}`))

  let running: Running
  try {
    running = await run(readLakeEnvironment(process.env))
  } catch (error) {
    say(explain(error))
    process.exit(1)
  }
  if (process.send === undefined) say(`The Studio: http://localhost:${running.port}`)
  else process.send({ ready: true, port: running.port, token: running.token })
  await stopping.promise
  await running[Symbol.asyncDispose]()
  process.exit(0)
}
