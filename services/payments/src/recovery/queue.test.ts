import type { Offer } from '@fareline/contracts';
import { connectRedis } from '@fareline/service-kit';
import { eventually, startRedisFaultProxy, testRedisUrl, type Program } from '@fareline/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { advanceBookingHandler } from '../bookings/advance-booking.job-handler.ts';
import { resolveUnbookedPaymentHandler } from '../cards/resolve-unbooked-payment.job-handler.ts';
import type { Deps } from '../deps.ts';
import { dispatchOutboxHandler } from '../mail/dispatch-outbox.job-handler.ts';
import {
  createBookingRequest,
  idempotencyHeader,
  createPaymentRequest,
  createTraveller,
} from '../testing/requests.ts';
import { startHarness, type Harness } from '../testing/harness.ts';

let harness: Harness;
let proxy: Awaited<ReturnType<typeof startRedisFaultProxy>>;
const redis = connectRedis(testRedisUrl());

beforeAll(async () => {
  harness = await startHarness();
  proxy = await startRedisFaultProxy(testRedisUrl());
}, 90_000);
afterAll(async () => {
  await harness.stop();
  proxy.close();
  redis.disconnect();
});
afterEach(async () => {
  proxy.restore();
  await harness.duffel.clearFaults();
  await harness.stripe.clearFaults();
});

/** No sweep comes within a test but the one at the start: what happens is the queue's work. */
const withoutSweep = { SWEEP_EVERY_MS: '600000', HOUSEKEEPING_EVERY_MS: '600000' };

const start = (env: Record<string, string> = {}) =>
  harness.startPayments({ JOBS_REDIS_URL: proxy.url, ...env });

const keysOfQueue = () => redis.keys(`{${harness.schema}}:*`);

const scheduleKey = () => `{${harness.schema}}:payments:repeat`;

/** Waits until a program has put its schedule into the queue. */
const queueIsUp = () =>
  eventually(async () => ((await redis.exists(scheduleKey())) === 1 ? true : undefined));

interface Attempt {
  id: string;
  offer: Offer;
  email: string;
  status: number;
}

/** Books with a provider that answers late: the booking is pending first. */
async function bookPending(program: Program, delayMs = 800): Promise<Attempt> {
  const offer = await harness.getFreshOffer();
  const paid = await harness.send(
    program,
    'POST',
    '/api/payments/process-card',
    createPaymentRequest(offer),
    idempotencyHeader(),
  );
  await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'commit_late', delayMs, times: 1 });
  const traveller = createTraveller();
  const body = createBookingRequest(offer, { paymentId: paid.body.paymentId }, [traveller]);
  const answer = await harness.send(program, 'POST', '/api/bookings', body, idempotencyHeader());
  return { id: answer.body.id, offer, email: traveller.email ?? '', status: answer.status };
}

/** Booked and charged once, with one mail and one account. */
async function expectBookedOnce({ offer, email }: Attempt): Promise<void> {
  await harness.waitUntilSettled(offer);
  const { allOrders, captured, uncaptured } = await harness.ledgerFor(offer);
  expect([allOrders.length, captured.length, uncaptured.length]).toEqual([1, 1, 0]);
  const open = () =>
    harness.db
      .selectFrom('outbox')
      .innerJoin('bookings', 'bookings.id', 'outbox.booking_id')
      .select('fact')
      .where('offer_id', '=', offer.id)
      .where('done_at', 'is', null)
      .execute();
  await eventually(async () => ((await open()).length === 0 ? true : undefined));
  expect(await harness.getMails(email)).toHaveLength(1);
}

describe('with the queue', () => {
  it('[MONEY-25] goes on with a booking, its mail and its account by jobs alone', async () => {
    const program = await start(withoutSweep);
    await queueIsUp();
    const attempt = await bookPending(program);
    expect(attempt.status).toBe(202);
    await expectBookedOnce(attempt);
    await program.kill();
  });

  it('[MONEY-26] releases a hold that nobody used by its own job', async () => {
    const program = await start({ ...withoutSweep, UNUSED_HOLD_MS: '600' });
    await queueIsUp();
    const offer = await harness.getFreshOffer();
    await harness.send(
      program,
      'POST',
      '/api/payments/process-card',
      createPaymentRequest(offer),
      idempotencyHeader(),
    );
    expect((await harness.ledgerFor(offer)).uncaptured).toHaveLength(1);
    await eventually(async () =>
      (await harness.ledgerFor(offer)).uncaptured.length === 0 ? true : undefined,
    );
    await program.kill();
  });

  it('[MONEY-25] does nothing for rows that are done, however often their jobs run', async () => {
    const program = await start(withoutSweep);
    await queueIsUp();
    const attempt = await bookPending(program);
    await expectBookedOnce(attempt);
    await program.kill();
    const { id: bookingId, payment_id: paymentId } = await harness.db
      .selectFrom('bookings')
      .select(['id', 'payment_id'])
      .where('offer_id', '=', attempt.offer.id)
      .executeTakeFirstOrThrow();
    const rows = await harness.db
      .selectFrom('outbox')
      .select('id')
      .where('booking_id', '=', bookingId)
      .execute();
    expect(rows).toHaveLength(2);
    const before = await harness.dumpTables();
    const config = {
      ...{ BOOKING_LEASE_MS: 1000, UNUSED_HOLD_MS: 1 },
      ...{ STRIPE_TIMEOUT_MS: 1, LEASE_MARGIN_MS: 1 },
    };
    const deps = { db: harness.db, config } as Deps;
    for (let round = 0; round < 2; round += 1) {
      expect(await advanceBookingHandler(deps).run({ bookingId })).toBeUndefined();
      expect(await resolveUnbookedPaymentHandler(deps).run({ paymentId })).toBeUndefined();
      for (const { id: outboxId } of rows)
        expect(await dispatchOutboxHandler(deps).run({ outboxId })).toBeUndefined();
    }
    expect(await harness.dumpTables()).toBe(before);
  });

  it('[MONEY-25] recovers a booking whose process died within its job', async () => {
    const booker = await start({ ...withoutSweep, RETRY_BASE_MS: '5000', RETRY_MAX_MS: '5000' });
    await queueIsUp();
    const attempt = await bookPending(booker, 100);
    expect(attempt.status).toBe(202);
    expect(await redis.exists(`{${harness.schema}}:payments:booking-${attempt.id}`)).toBe(1);
    await booker.kill('SIGKILL');
    const victim = await start({ ...withoutSweep, KILL_POINT: 'after:call:find-order' });
    await eventually(() => (victim.process.signalCode === 'SIGKILL' ? true : undefined), 20_000);
    const survivor = await start();
    await expectBookedOnce(attempt);
    await survivor.kill();
  });
});

describe('without the queue', () => {
  it.each(['refuse', 'stall'] as const)(
    '[MONEY-25] [PROVIDER-35] books and recovers with Redis gone in the middle (%s), and queues again afterwards',
    async (fault) => {
      const program = await start();
      await queueIsUp();
      const first = await bookPending(program, 1500);
      expect(first.status).toBe(202);
      proxy[fault]();
      const second = await bookPending(program);
      await Promise.all([expectBookedOnce(first), expectBookedOnce(second)]);
      await redis.del(scheduleKey());
      proxy.restore();
      await queueIsUp();
      const third = await bookPending(program, 1500);
      const jobs = () => redis.exists(`{${harness.schema}}:payments:booking-${third.id}`);
      await eventually(async () => ((await jobs()) === 1 ? true : undefined));
      await expectBookedOnce(third);
      await program.kill();
    },
  );

  it('[MONEY-25] starts, books and recovers with no Redis at all, and queues once there is one', async () => {
    proxy.refuse();
    const program = await start();
    const attempt = await bookPending(program);
    await expectBookedOnce(attempt);
    await redis.del(scheduleKey());
    proxy.restore();
    await queueIsUp();
    await program.kill();
  });

  it('[MONEY-25] goes on with what waits when the queue is flushed, and schedules the sweep anew', async () => {
    const program = await start();
    await queueIsUp();
    const attempt = await bookPending(program, 1500);
    expect(attempt.status).toBe(202);
    await redis.del(...(await keysOfQueue()));
    await expectBookedOnce(attempt);
    await queueIsUp();
    await expectBookedOnce(await bookPending(program));
    await program.kill();
  });
});
