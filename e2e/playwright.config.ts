import { defineConfig, devices } from '@playwright/test';

export default defineConfig({
  testDir: './src',
  outputDir: '../.data/test-results',
  timeout: 60_000,
  expect: { timeout: 15_000, toHaveScreenshot: { maxDiffPixels: 200 } },
  snapshotPathTemplate: `${process.env.PICTURES_FOLDER ?? '{testDir}/pictures'}/{arg}{ext}`,
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
    // In ledgers, lists and mailboxes these tests look for their own trip, user or address.
    { name: 'shared', grepInvert: /@alone\b/ },
    // These tests kill services, inject faults, change settings and releases, so each of them has the product for itself.
    { name: 'alone', grep: /@alone\b/, workers: 1 },
  ],
});
