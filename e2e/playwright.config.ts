import { defineConfig, devices } from '@playwright/test';

/** Specs that neither inject a fault nor change a setting that another test could notice. In ledgers they look for their own trip. */
const pageSpecs = [
  'airline-change',
  'booking',
  'cancellation',
  'change-flight',
  'entry-scripts',
  'fragments',
  'hosts',
  'integrity',
  'later-bags',
  'own-data',
  'pages',
  'payment-page-scripts',
  'pictures-gallery',
  'pictures-mails',
  'pictures-screens',
  'promises',
  'retry',
  'saved-travellers',
  'search-layout',
  'search-screens',
  'translated',
  'unusual-searches',
].map((name) => `${name}.spec.ts`);

export default defineConfig({
  testDir: './src',
  outputDir: '../.data/test-results',
  // With E2E_URL and the related variables set, the tests use a running product.
  ...(process.env.E2E_URL ? {} : { globalSetup: './src/global-setup.ts' }),
  globalTimeout: 15 * 60_000,
  timeout: 60_000,
  // The font rasteriser of another machine draws some edges of letters differently.
  expect: { timeout: 15_000, toHaveScreenshot: { maxDiffPixelRatio: 0.01 } },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  use: {
    ...devices['Desktop Chrome'],
    // Differs from the time zones of all airports in the tests, so that a conversion to browser time is noticed.
    baseURL: process.env.E2E_URL,
    timezoneId: 'Pacific/Kiritimati',
    // Recording doubles the processor time of a test; --trace retain-on-failure records those that fail.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] },
  },
  projects: [
    { name: 'pages', testMatch: pageSpecs },
    // These tests kill services, inject faults, change settings and releases, so each of them has the product for itself.
    { name: 'exclusive', testIgnore: pageSpecs, workers: 1, dependencies: ['pages'] },
  ],
});
