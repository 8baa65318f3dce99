import { sampleBooking } from '@fareline/contracts/testing';
import { LeaseLostError } from '@fareline/service-kit/db/leases';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { testDatabase } from '@fareline/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { isQuoteValid, type Cancellation } from '../amendments/amendment.repository.ts';
import { getCancellability } from '../amendments/cancellability.ts';
import { resolveChallenge } from '../cards/challenge.ts';
import type { Payment } from '../cards/payment.repository.ts';
import { resolveUnknownAuthorisation } from '../cards/resolve-unknown-authorisation.ts';
import { migrations } from '../db/migrations/index.ts';
import { readNow } from '../db/read-now.ts';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

const { db, schema, drop } = testDatabase<Tables>('clock');
beforeAll(() => migrateToLatest(db, schema, migrations));
afterAll(drop);
afterEach(() => void vi.useRealTimers());

const minuteMs = 60_000;
const deps = {
  db,
  config: { AUTHORISE_SETTLE_MS: 10 * minuteMs, BOOKING_LEASE_MS: minuteMs },
  killPoint: () => undefined,
  // The providers have nothing, or not yet.
  cardGateway: {
    findIntent: async () => undefined,
    readChallenge: async () => ({ kind: 'challenged', intentId: 'pi_1', card: null, clientSecret: 'secret' }),
  },
  hasher: { hash: () => 'hash' },
} as unknown as Deps;

const id = '00000000-0000-4000-8000-000000000000';
/** The row is not in the database, so that a step that ends it finds that it has lost it. */
const isEnded = (step: Promise<unknown>) =>
  step.then(
    () => false,
    (error: unknown) => {
      expect(error).toBeInstanceOf(LeaseLostError);
      return true;
    },
  );

const rules: [string, (time: Date) => Promise<boolean>][] = [
  [
    'gives up an unknown authorisation',
    (created_at) =>
      isEnded(
        resolveUnknownAuthorisation(deps, {
          id,
          state: 'authorising',
          booking_id: null,
          created_at,
        } as Payment),
      ),
  ],
  [
    'ends a challenge',
    (time) => {
      const challenge_until = new Date(time.getTime() + 10 * minuteMs);
      return isEnded(
        resolveChallenge(deps, {
          id,
          attempt_id: id,
          state: 'challenged',
          booking_id: null,
          challenge_until,
        } as Payment),
      );
    },
  ],
  [
    'takes a quote for expired',
    async (time) => {
      const expires_at = new Date(time.getTime() + 10 * minuteMs);
      return !(await isQuoteValid(db, { expires_at } as Cancellation));
    },
  ],
  [
    'ends the first 24 hours of a booking',
    async (time) => {
      const created_at = new Date(time.getTime() + 10 * minuteMs - 24 * 60 * minuteMs);
      const booking_data = { ...sampleBooking().bookingData, slices: [] };
      const booking = { state: 'confirmed', created_at, booking_data } as const;
      return getCancellability(booking, await readNow(db)) !== 'first_24_hours';
    },
  ],
];

describe.each(rules)("by the database's clock", (name, isOver) => {
  it.each([
    ['an hour ahead', 60],
    ['an hour behind', -60],
  ])(`[MONEY-25] ${name} after ten minutes in a process whose clock is %s`, async (_, minutes) => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + minutes * minuteMs });
    expect(await isOver(new Date(now - 9 * minuteMs))).toBe(false);
    expect(await isOver(new Date(now - 11 * minuteMs))).toBe(true);
  });
});
