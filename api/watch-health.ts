import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maxCalendars } from '#domain/events/personal-calendar.ts'
import type { ContentStatus } from './content/client.ts'
import { type Database, probeWrite } from './database/open.ts'
import { areCalendarsFull } from './personal/queries.ts'
import { isRefusedWrite } from './runtime/postgres-errors.ts'
import type { Problems } from './runtime/problems.ts'
import { repeat } from './runtime/repeat.ts'

type Dependencies = {
  sql: Database
  /** DATA_DIR. */
  folder: string
  readContentStatus: () => Promise<ContentStatus>
  problems: Pick<Problems, 'report' | 'resolve'>
}

/** The problem while the database answers, but refuses every write. */
export const readOnly = 'writes'

/** Milliseconds. */
const [freshFor, interval, awayFor] = [3_000, 30_000, 60_000]

/** Reports what can only be seen by looking: now, every 30 seconds, and when health is asked for. */
export function watchHealth(dependencies: Dependencies) {
  const { problems } = dependencies
  const checks = createChecks(dependencies)
  let run: Promise<unknown> | undefined
  let endedAt = -Infinity

  async function check([name, find]: [string, Check]): Promise<void> {
    // A check that fails has found out nothing.
    const reason = await find().catch(() => null)
    if (typeof reason === 'string') problems.report(name, reason)
    else if (reason === undefined) problems.resolve(name)
  }

  /**
   * Resolves when the checks are at most three seconds old. Never rejects. One run at a time: a disk that hangs must not
   * use up the threads of this process.
   */
  async function refresh(): Promise<void> {
    if (performance.now() - endedAt > freshFor)
      run ??= Promise.all(Object.entries(checks).map(check)).finally(() => {
        run = undefined
        endedAt = performance.now()
      })
    await run
  }

  return { refresh, ...repeat(refresh, { interval }) }
}

/** Resolves to a sentence if something is wrong. */
type Check = () => Promise<string | undefined>

export function createChecks({
  sql,
  folder,
  readContentStatus,
}: Omit<Dependencies, 'problems'>): Record<string, Check> {
  let unavailableSince: number | undefined
  return {
    [readOnly]: async () => {
      const error: unknown = await probeWrite(sql).catch((cause: unknown) => cause)
      if (isRefusedWrite(error)) return `The database cannot write: ${error.message} (${error.code})`
      if (error !== undefined) throw error
      return undefined
    },
    'data folder': async () => {
      const probe = join(folder, '.write-probe')
      try {
        await writeFile(probe, 'x'.repeat(4_096))
        return undefined
      } catch (error) {
        return `DATA_DIR cannot be written (${(error as NodeJS.ErrnoException).code})`
      } finally {
        await rm(probe, { force: true })
      }
    },
    disk: async () => describeDisk(await statfs(folder)),
    calendars: async () =>
      (await areCalendarsFull(sql))
        ? `There are ${maxCalendars} personal calendars: no new one is taken`
        : undefined,
    'content away': async () => {
      const isUnavailable = (await readContentStatus()) === 'away'
      unavailableSince = isUnavailable ? (unavailableSince ?? performance.now()) : undefined
      if (unavailableSince === undefined || performance.now() - unavailableSince < awayFor) return undefined
      return 'The content does not answer: visitors get the pages and events as they were'
    },
  }
}

const megabyte = 1_000_000
/** In steps, so that a disk that fills up is not logged with each byte. */
const steps = [1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1]

/** A sentence below 200 MB, and below 1 GB if that is less than 5 % of the disk. */
export function describeDisk({ bavail, blocks, bsize }: Record<'bavail' | 'blocks' | 'bsize', number>) {
  const free = (bavail * bsize) / megabyte
  if (free >= 1_000 || (free >= 200 && bavail / blocks >= 0.05)) return undefined
  const step = steps.findLast((size) => free < size)
  return `The disk of DATA_DIR is nearly full: less than ${step} MB free`
}
