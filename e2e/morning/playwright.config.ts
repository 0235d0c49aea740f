import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'

/** What `npm run morning` runs; it measures and makes pictures, so `npm test` leaves it out. */
export default defineConfig(base, {
  testDir: '.',
  testMatch: '*.morning.ts',
  outputDir: '../../.cache/morning/failed',
  globalSetup: '../global-setup.ts',
  timeout: 600_000,
  // One at a time: two would make each other wait, and waiting is measured.
  workers: 1,
  use: { actionTimeout: 15_000 },
})
