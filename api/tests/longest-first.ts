import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of tests that wait for processes, the longest first: on two cores from half a minute to a quarter of one. */
const longest = [
  'api/runtime/server.pg.test.ts',
  'api/publishing/publish.pg.test.ts',
  'api/runtime/crash.pg.test.ts',
  'api/runtime/stop-deadline.pg.test.ts',
  'api/content/preview/routes.pg.test.ts',
  'api/publishing/status/status.pg.test.ts',
  'api/database/embedded/account.pg.test.ts',
  'api/runtime/database-away.pg.test.ts',
  'api/publishing/status/wiring.pg.test.ts',
  'api/database/embedded/start.pg.test.ts',
  'api/database/embedded/claim.pg.test.ts',
  'api/cli/dev.pg.test.ts',
  'api/publishing/publisher.test.ts',
  'studio/lake/server.test.ts',
  'api/content/local-lake.test.ts',
  'site/bundle.test.ts',
]

/**
 * Begins with what takes longest. A clean checkout knows no durations, and by their sizes, as vitest has it then, a long
 * file may come last and leave a core with nothing to do.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
      return found === -1 ? longest.length : found
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's
    const sorted = await super.sort(files)
    // One project after the other, as vitest has it.
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((one) =>
      sorted.filter(({ project }) => project === one).toSorted((a, b) => place(a) - place(b)),
    )
  }
}
