import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/web/chromium.ts'

/** Whole journeys at phone size, on the built app and a real database. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/journeys',
  globalSetup: './e2e/global-setup.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Each journey has a house of its own, so two can be walked at once.
  workers: 2,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  use: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    trace: 'retain-on-failure',
    // A worker of its own would answer in the server's place; the journey about it lets it in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findChromium() ?? '',
      // Root has no sandbox to offer; the other flags keep the browser from calling its maker.
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
