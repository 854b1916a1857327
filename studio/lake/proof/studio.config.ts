import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from '../../../site/e2e/support/browser.ts'

const { PROOF_TESTS: tests = '', PROOF_ADDRESS: origin = '', PROOF_ALL: isAll } = process.env
const session = { token: process.env['SANITY_E2E_SESSION_TOKEN'], time: '2026-01-01T00:00:00Z' }
const localStorage = [{ name: '__studio_auth_token_local', value: JSON.stringify(session) }]

/**
 * As e2e/playwright.config.ts of sanity-io/sanity, with longer limits: one machine runs the browser, the Studio and the
 * lake. The tests in auth/, which that file leaves out, too, answer all requests themselves.
 */
export default defineConfig({
  testDir: tests,
  testIgnore: isAll ? '**/auth/**' : /\/(?:auth|comments|presentation|tasks|variants)\//,
  outputDir: `${tests}/../results`,
  reporter: [['list'], ['json']],
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: await findBrowser(),
    viewport: { width: 1728, height: 1000 },
    baseURL: `${origin}/chromium`,
    actionTimeout: 30_000,
    permissions: ['clipboard-read', 'clipboard-write'],
    contextOptions: { reducedMotion: 'reduce' },
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  },
  projects: [{ name: 'chromium' }],
})
