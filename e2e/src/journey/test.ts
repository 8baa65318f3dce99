import { test as base } from '@playwright/test';

let journeys = 0;

/**
 * Playwright's test, in which every journey is a client with an IP address of its own, as the proxy in front of the product
 * would tell it: limits that count by address hold for each journey by itself.
 */
export const test = base.extend<{ clientAddress: string }>({
  clientAddress: async ({}, provide, { workerIndex }) => {
    journeys += 1;
    await provide(`10.${workerIndex % 256}.${journeys % 256}.1`);
  },
  extraHTTPHeaders: async ({ clientAddress }, provide) => provide({ 'x-forwarded-for': clientAddress }),
});
