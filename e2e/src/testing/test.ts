import { randomInt } from 'node:crypto';
import { test as base, expect } from '@playwright/test';

/** The parts of the product whose pipelines run the journeys that carry the tag. */
const parts = ['@search', '@booking', '@account', '@shell'];

/** A violation of a page's Content-Security-Policy. */
type Violation = Record<'page' | 'directive' | 'blocked' | 'source' | 'sample', string>;

/**
 * Playwright's test, which also fails when a page violates its Content-Security-Policy, and without the tag of a part. Each test has
 * a different client IP address, sent as a trusted proxy would, so that rate limits by IP address apply to each test separately.
 */
export const test = base.extend<{ clientIp: string; violations: Violation[] }>({
  clientIp: async ({}, provide) => {
    await provide(`10.${randomInt(250)}.${randomInt(256)}.${randomInt(1, 255)}`);
  },
  violations: [
    async ({ context }, provide, { tags }) => {
      expect(tags.filter((tag) => parts.includes(tag))).not.toEqual([]);
      const violations: Violation[] = [];
      await context.exposeBinding('reportViolation', (_source, violation: Violation) =>
        violations.push(violation),
      );
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const { reportViolation } = window as unknown as {
            reportViolation: (violation: Violation) => void;
          };
          reportViolation({
            page: event.documentURI,
            directive: event.effectiveDirective,
            blocked: event.blockedURI,
            source: `${event.sourceFile}:${event.lineNumber}:${event.columnNumber}`,
            sample: event.sample,
          });
        });
      });
      await provide(violations);
      expect(violations).toEqual([]);
    },
    { auto: true },
  ],
  extraHTTPHeaders: async ({ clientIp }, provide) => provide({ 'x-forwarded-for': clientIp }),
});
