import type { Logger } from './log.ts'

/** `since` is ISO 8601 in UTC; `reason` is one sentence for the operator, without secrets. */
export type Problem = { name: string; since: string; reason: string }

/** What is wrong with this process at present. Health shows it; a change is logged once, as an error. */
export type Problems = ReturnType<typeof createProblems>

/** Everybody may read `list`, so that it shows `DATA_DIR` in place of `folder`. */
export function createProblems(logger: Logger, folder?: string) {
  const hidePath = (reason: string) => (folder ? reason.replaceAll(folder, 'DATA_DIR') : reason)
  const found = new Map<string, Problem>()
  return {
    /** Replaces an earlier reason of the same name and keeps its `since`. */
    report(name: string, reason: string): void {
      const known = found.get(name)
      if (known?.reason === reason) return
      found.set(name, { name, since: known?.since ?? new Date().toISOString(), reason })
      logger.error({ problem: name }, reason)
    },
    /** Nothing happens if there is no such problem. */
    resolve(name: string): void {
      const known = found.get(name)
      if (found.delete(name)) logger.info({ problem: name, since: known?.since }, 'the problem is over')
    },
    list: (): Problem[] =>
      [...found.values()].map(({ reason, ...one }) => ({ ...one, reason: hidePath(reason) })),
  }
}
