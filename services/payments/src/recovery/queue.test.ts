import type { Offer } from '@fareline/contracts';
import { dispatchOutboxHandler } from '@fareline/service-kit/outbox';
import { connectRedis } from '@fareline/service-kit/redis';
import { eventually, startFaultProxy, testRedisUrl, type Program } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bookingLead } from '../booking-steps.ts';
import { advanceBookingHandler } from '../bookings/advance-booking.job.ts';
import { advancePaymentHandler } from '../cards/advance-payment.job.ts';
import type { Deps } from '../deps.ts';
import { createOutbox } from '../outbox.ts';
import { startHarness, type Harness } from '../testing/harness.ts';
import { createBookingRequest, createPassenger, createPaymentRequest } from '../testing/requests.ts';
import { payFor, sendAttempt } from '../testing/send-request.ts';

let harness: Harness;
let proxy: Awaited<ReturnType<typeof startFaultProxy>>;
const redis = connectRedis(testRedisUrl());

beforeAll(async () => {
  harness = await startHarness();
  proxy = await startFaultProxy(testRedisUrl());
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

/** Only the sweep at the start runs within a test, so that later work is done by queued jobs. */
const noSweep = { SWEEP_EVERY_MS: '600000', HOUSEKEEPING_EVERY_MS: '600000' };

const start = (env: Record<string, string> = {}) =>
  harness.startPayments({ JOBS_REDIS_URL: proxy.url, ...env });

const spawn = (env: Record<string, string> = {}) =>
  harness.spawnPayments({ JOBS_REDIS_URL: proxy.url, ...env });

const getQueueKeys = () => redis.keys(`{${harness.schema}}:*`);

const getScheduleKey = () => `{${harness.schema}}:payments:repeat`;

/** Waits until a program has stored its schedule in the queue. */
const waitForQueue = () =>
  eventually(async () => ((await redis.exists(getScheduleKey())) === 1 ? true : undefined));

interface Attempt {
  id: string;
  offer: Offer;
  email: string;
  status: number;
}

/** Creates a booking whose order is delayed, so that it is pending first. */
async function createPendingBooking(program: Program, delayMs = 800): Promise<Attempt> {
  const offer = await harness.getFreshOffer();
  const paymentId = await payFor(program, offer);
  await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'commit_late', delayMs, times: 1 });
  const passenger = createPassenger();
  const body = createBookingRequest(offer, { paymentId }, [passenger]);
  const response = await sendAttempt(program, '/api/bookings', body);
  return { id: response.body.id, offer, email: passenger.email ?? '', status: response.status };
}

/**
 * One order and one capture, all outbox events of its end dispatched, and one email of it. A process that was killed may still
 * lease the event of the email before.
 */
async function expectBookedOnce({ offer, email }: Attempt): Promise<void> {
  await harness.waitUntilProcessed(offer);
  const { allOrders, captured, uncaptured } = await harness.ledgerFor(offer);
  expect([allOrders.length, captured.length, uncaptured.length]).toEqual([1, 1, 0]);
  const open = () =>
    harness.db
      .selectFrom('outbox')
      .innerJoin('bookings', (join) => join.on(sql`bookings.id::text`, '=', sql`outbox.subject`))
      .select('kind')
      .where('offer_id', '=', offer.id)
      .where('done_at', 'is', null)
      .where('kind', '!=', 'mail_pending')
      .execute();
  await eventually(async () => ((await open()).length === 0 ? true : undefined));
  expect(await harness.getEndEmails(email)).toHaveLength(1);
}

describe('with the queue', () => {
  it('[MONEY-25] completes a booking, its email and its account by jobs without the sweep', async () => {
    const program = await start(noSweep);
    await waitForQueue();
    const attempt = await createPendingBooking(program);
    expect(attempt.status).toBe(202);
    await expectBookedOnce(attempt);
    const metrics = await (await fetch(`${program.url}/metrics`)).text();
    expect(metrics).toContain('\noutbox_waiting_mails 0\n');
    await program.kill();
  });

  it('[MONEY-26] voids an unused authorisation by its job without the sweep', async () => {
    const program = await start({ ...noSweep, UNUSED_HOLD_MS: '600' });
    await waitForQueue();
    const offer = await harness.getFreshOffer();
    await sendAttempt(program, '/api/payments/process-card', createPaymentRequest(offer));
    expect((await harness.ledgerFor(offer)).uncaptured).toHaveLength(1);
    await eventually(async () =>
      (await harness.ledgerFor(offer)).uncaptured.length === 0 ? true : undefined,
    );
    await program.kill();
  });

  it('[MONEY-25] changes nothing when jobs of completed rows run again', async () => {
    const program = await start(noSweep);
    await waitForQueue();
    const attempt = await createPendingBooking(program);
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
      .where('subject', '=', bookingId)
      .execute();
    expect(rows).toHaveLength(3);
    // Accounts tells a guest of the account at a time of its own.
    await eventually(async () => {
      const { rows } = await sql`select 1 from ${sql.table(`${harness.schema}_accounts.outbox`)}
        where done_at is null`.execute(harness.db);
      return rows.length === 0 || undefined;
    });
    const before = await harness.dumpTables();
    const config = {
      ...{ BOOKING_LEASE_MS: 1000, UNUSED_HOLD_MS: 1 },
      ...{ STRIPE_TIMEOUT_MS: 1, LEASE_MARGIN_MS: 1 },
    };
    const deps = { db: harness.db, config, ...bookingLead } as unknown as Deps;
    for (let round = 0; round < 2; round += 1) {
      expect(await advanceBookingHandler(deps).run({ bookingId })).toBeUndefined();
      expect(await advancePaymentHandler(deps).run({ paymentId })).toBeUndefined();
      for (const { id: outboxId } of rows)
        expect(await dispatchOutboxHandler(createOutbox(deps)).run({ outboxId })).toBeUndefined();
    }
    expect(await harness.dumpTables()).toBe(before);
  });

  it('[MONEY-25] recovers a booking whose process crashed during its job', async () => {
    const firstService = await spawn({ ...noSweep, RETRY_BASE_MS: '5000', RETRY_MAX_MS: '5000' });
    await waitForQueue();
    const attempt = await createPendingBooking(firstService, 100);
    expect(attempt.status).toBe(202);
    const hasJob = async () =>
      (await redis.exists(`{${harness.schema}}:payments:booking-${attempt.id}`)) === 1;
    await eventually(async () => (await hasJob()) || undefined);
    await firstService.kill('SIGKILL');
    const crashingService = await spawn({ ...noSweep, KILL_POINT: 'after:call:find-order' });
    await eventually(() => (crashingService.process.signalCode === 'SIGKILL' ? true : undefined));
    const recoveringService = await start();
    await expectBookedOnce(attempt);
    await recoveringService.kill();
  });
});

describe('without the queue', () => {
  it.each(['refuse', 'stall'] as const)(
    '[MONEY-25] [PROVIDER-35] books and recovers during a Redis outage (%s) and uses the queue again afterwards',
    async (fault) => {
      const program = await start();
      await waitForQueue();
      const first = await createPendingBooking(program, 1500);
      expect(first.status).toBe(202);
      proxy[fault]();
      const second = await createPendingBooking(program);
      await Promise.all([expectBookedOnce(first), expectBookedOnce(second)]);
      await redis.del(getScheduleKey());
      proxy.restore();
      await waitForQueue();
      const third = await createPendingBooking(program, 1500);
      const jobs = () => redis.exists(`{${harness.schema}}:payments:booking-${third.id}`);
      await eventually(async () => ((await jobs()) === 1 ? true : undefined));
      await expectBookedOnce(third);
      await program.kill();
    },
  );

  it('[MONEY-25] starts, books and recovers without Redis and uses the queue when Redis becomes available', async () => {
    proxy.refuse();
    const program = await start();
    const attempt = await createPendingBooking(program);
    await expectBookedOnce(attempt);
    await redis.del(getScheduleKey());
    proxy.restore();
    await waitForQueue();
    await program.kill();
  });

  it('[MONEY-25] completes waiting work and schedules the sweep again after the queue was flushed', async () => {
    const program = await start();
    await waitForQueue();
    const attempt = await createPendingBooking(program, 1500);
    expect(attempt.status).toBe(202);
    await redis.del(...(await getQueueKeys()));
    await expectBookedOnce(attempt);
    await waitForQueue();
    await expectBookedOnce(await createPendingBooking(program));
    await program.kill();
  });
});
