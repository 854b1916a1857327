import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
// oxlint-disable-next-line no-restricted-imports -- how tests run, and nothing of the site
import { useRamDisk } from '../../api/tests/ram-disk.ts'
import { findBrowser } from './support/browser.ts'

const results = fileURLToPath(new URL('../../test-results/', import.meta.url))

useRamDisk()

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
  // A busy machine is slow, not wrong.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  use: {
    launchOptions: await findBrowser(),
    locale: 'en-US',
    // A reader far from the Pacific: whatever day it is there, the dates on the page are San Francisco's.
    timezoneId: 'Asia/Tokyo',
    contextOptions: { reducedMotion: 'reduce' },
    colorScheme: 'light',
    screenshot: 'only-on-failure',
  },
  projects: [
    // Width changes the layout, the calendar (a strip of days in place of the month) and what a finger can do. Tests of
    // those have the tag @narrow; everything else is the same program, tested once.
    {
      name: 'phone',
      grep: /@narrow/,
      use: { viewport: { width: 320, height: 700 }, hasTouch: true },
    },
    { name: 'desktop', testIgnore: 'strip.e2e.ts', use: { viewport: { width: 1280, height: 900 } } },
    {
      name: 'studio',
      testDir: '../../studio/e2e',
      // It is a large program, and most of these tests go through several screens of it.
      timeout: 360_000,
      expect: { timeout: 90_000 },
      // An editor far from the Pacific, whose days and clocks change on other dates.
      use: { viewport: { width: 1280, height: 900 }, timezoneId: 'Europe/Berlin' },
    },
  ],
})
