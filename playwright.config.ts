import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/web/chromium.ts'

/**
 * Chromium takes only the last list of features to switch off, so this one repeats Playwright's own. The last two are the
 * address bar's suggestions: pages of the browser's own that it loads for every window, at two CPU seconds a journey.
 */
const switchedOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** Whole journeys at phone size, on the built app and a real database. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/journeys',
  globalSetup: './e2e/global-setup.ts',
  // Long enough for a machine that is three times as slow and does something else: a journey has no promise of speed to check.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // Each journey has a house of its own. One more than the usual two cores: now and then one waits.
  workers: 3,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  use: {
    // What cannot be pressed by then never will be; the rest of a journey's time would only be waited for.
    actionTimeout: 40_000,
    viewport: { width: 390, height: 844 },
    // Crisp where somebody looks at it; elsewhere four times the pixels are only painted.
    deviceScaleFactor: process.env.SCREENSHOTS ? 2 : 1,
    hasTouch: true,
    isMobile: true,
    // Journeys about motion ask for it.
    reducedMotion: 'reduce',
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    // A trace of every step costs more than the steps; `--trace on` makes one where it is wanted.
    screenshot: 'only-on-failure',
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
        `--disable-features=${switchedOff.join()}`,
      ],
    },
  },
})
