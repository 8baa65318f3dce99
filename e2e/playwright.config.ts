import { defineConfig, devices } from '@playwright/test';

export default defineConfig({
  testDir: './src',
  outputDir: '../.data/test-results',
  // With E2E_URL and its like set, the journeys run against a product that is up already.
  ...(process.env.E2E_URL ? {} : { globalSetup: './src/global-setup.ts' }),
  globalTimeout: 15 * 60_000,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // Journeys kill services and compare ledgers: one at a time.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  projects: [
    {
      name: 'chromium',
      use: {
        ...devices['Desktop Chrome'],
        // Not the zone of any airport in the tests: a time shifted by the browser shows.
        baseURL: process.env.E2E_URL,
        timezoneId: 'Pacific/Kiritimati',
        trace: 'retain-on-failure',
        screenshot: 'only-on-failure',
        launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] },
      },
    },
  ],
});
