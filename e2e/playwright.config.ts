import { defineConfig, devices } from '@playwright/test';

export default defineConfig({
  testDir: './src',
  outputDir: '../.data/test-results',
  // With E2E_URL and the related variables set, the tests use a running product.
  ...(process.env.E2E_URL ? {} : { globalSetup: './src/global-setup.ts' }),
  globalTimeout: 15 * 60_000,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // Tests kill services and compare ledgers, so they run sequentially.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  projects: [
    {
      name: 'chromium',
      use: {
        ...devices['Desktop Chrome'],
        // Differs from the time zones of all airports in the tests, so that a conversion to browser time is noticed.
        baseURL: process.env.E2E_URL,
        timezoneId: 'Pacific/Kiritimati',
        trace: 'retain-on-failure',
        screenshot: 'only-on-failure',
        launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] },
      },
    },
  ],
});
