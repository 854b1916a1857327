import { defineConfig } from 'vitest/config'
import { checkout } from '../runtime/checkout.ts'
import { isStrayConnectionError } from '../runtime/postgres-errors.ts'
import { useRamDisk } from './ram-disk.ts'
import { pollOptions } from './poll-options.ts'

const ignored = ['node_modules/**', '.build/**', 'dist/**', 'site/e2e/**']

useRamDisk()

export default defineConfig({
  root: checkout,
  test: {
    // More than the two processors of CI: tests wait for processes and disks. 352 s, with 2 workers 474 s.
    maxWorkers: 3,
    // Ignores the same errors as the server (api/runtime/supervise.ts), because tests stop databases, too.
    onUnhandledError: (error) => !isStrayConnectionError(error),
    projects: [
      {
        root: checkout,
        test: {
          name: 'unit',
          setupFiles: ['api/domain/in-language.ts'],
          include: ['{api,site,studio,.ci}/**/*.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.pg.test.ts', '**/*.debian.test.ts'],
          // Some start real processes and wait for the disk: a busy machine is slow, not wrong.
          testTimeout: 300_000,
          expect: { poll: pollOptions },
          hookTimeout: 300_000,
        },
      },
      ...[
        { name: 'pg', include: ['api/**/*.pg.test.ts'] },
        // With other programs, from Debian packages: not part of `npm test`.
        { name: 'debian', include: ['api/**/*.debian.test.ts'] },
      ].map((part) => ({
        root: checkout,
        test: {
          ...part,
          setupFiles: ['api/domain/in-language.ts', 'api/tests/check-answers.ts'],
          exclude: ignored,
          globalSetup: 'api/tests/postgres.ts',
          // Real servers are started, killed and waited for, on two cores that other tests use as well.
          testTimeout: 300_000,
          expect: { poll: pollOptions },
          hookTimeout: 300_000,
        },
      })),
    ],
  },
})
