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
          exclude: [...ignored, '**/*.pg.test.ts'],
          // Some start real processes and wait for the disk: a busy machine is slow, not wrong.
          testTimeout: 90_000,
          expect: { poll: pollOptions },
          hookTimeout: 300_000,
        },
      },
      {
        root: checkout,
        test: {
          name: 'pg',
          setupFiles: ['api/domain/in-language.ts'],
          include: ['api/**/*.pg.test.ts'],
          exclude: ignored,
          globalSetup: 'api/tests/postgres.ts',
          // Real servers are started, killed and waited for, on two cores that other tests use as well.
          testTimeout: 300_000,
          expect: { poll: pollOptions },
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
