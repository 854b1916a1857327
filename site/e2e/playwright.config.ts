import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
// oxlint-disable-next-line no-restricted-imports -- test setup, not site code
import { useRamDisk } from '../../api/tests/ram-disk.ts'
import { findBrowser } from './support/browser.ts'

const results = fileURLToPath(new URL('../../test-results/', import.meta.url))

useRamDisk()

const studio = {
  testDir: '../../studio/e2e',
  // The Studio is large, and most of its tests visit several screens.
  timeout: 360_000,
  expect: { timeout: 90_000 },
  // Far from the Pacific: the editor's day and daylight saving time change at other instants.
  use: { viewport: { width: 1280, height: 900 }, timezoneId: 'Europe/Berlin' },
}

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './support/shared-server.ts',
  outputDir: `${results}e2e`,
  reporter: [['list'], ['json', { outputFile: `${results}e2e.json` }]],
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  workers: 2,
  fullyParallel: true,
  // Long enough for a busy machine.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  use: {
    // Without it, a click that waits forever does not say what for.
    actionTimeout: 90_000,
    launchOptions: await findBrowser(),
    locale: 'en-US',
    // Far from the Pacific: pages must show San Francisco's dates, whatever the reader's date is.
    timezoneId: 'Asia/Tokyo',
    contextOptions: { reducedMotion: 'reduce' },
    colorScheme: 'light',
    screenshot: 'only-on-failure',
  },
  projects: [
    // The width changes the layout, the calendar (a week strip instead of the month) and touch targets. Tests of those
    // have the tag @narrow and run at both widths; all others run once.
    {
      name: 'phone',
      grep: /@narrow/,
      use: { viewport: { width: 320, height: 700 }, hasTouch: true },
    },
    { name: 'desktop', testIgnore: 'week-strip.e2e.ts', use: { viewport: { width: 1280, height: 900 } } },
    { name: 'studio', testIgnore: '*.debian.e2e.ts', ...studio },
    // With programs of Debian (npm run test:debian).
    { name: 'debian', testMatch: '*.debian.e2e.ts', ...studio },
  ],
})
