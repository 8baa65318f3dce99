import { test as base } from '@playwright/test';

let testCount = 0;

/**
 * Playwright's test with a different client IP address for each test, sent as a trusted proxy would, so that rate limits by IP
 * address apply to each test separately.
 */
export const test = base.extend<{ clientIp: string }>({
  clientIp: async ({}, provide, { workerIndex }) => {
    testCount += 1;
    await provide(`10.${workerIndex % 256}.${testCount % 256}.1`);
  },
  extraHTTPHeaders: async ({ clientIp }, provide) => provide({ 'x-forwarded-for': clientIp }),
});
