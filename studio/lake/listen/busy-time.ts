/** Milliseconds that this thread has worked from now on: on a busy machine a clock counts those of others as well. */
export function startBusyClock(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system - before.user - before.system) / 1_000
  }
}
