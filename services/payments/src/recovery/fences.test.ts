import { randomUUID } from 'node:crypto';
import { hasPassed } from '@fareline/service-kit/db/leases';
import { countWaiting, deliverDue } from '@fareline/service-kit/outbox';
import { eventually } from '@fareline/service-kit/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Booking } from '../bookings/booking.repository.ts';
import { payDueRefunds, payRefund } from '../refunds/pay-refunds.ts';
import { insertRefund } from '../refunds/refund.repository.ts';
import { settleLateOrder } from '../bookings/settle-late-order.job.ts';
import { readNow } from '../db/read-now.ts';
import type { Deps } from '../deps.ts';
import { createOutbox } from '../outbox.ts';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createCard } from '../testing/requests.ts';
import { sendAttempt } from '../testing/send-request.ts';

const harness = await startSharedHarness();
// Without its sweep, only the tests work on rows.
const service = await harness.startPayments({ SWEEP_EVERY_MS: '600000' });
const { db } = harness;

const call = vi.fn(() => Promise.reject(new Error('called')));
const voidCall = vi.fn(() => Promise.reject(new Error('called')));
afterEach(async () => {
  call.mockClear();
  await db.deleteFrom('refunds').execute();
});
const real = harness.createJobDeps();
const deps: Deps = {
  ...real,
  cardGateway: {
    ...real.cardGateway,
    ...{ voidAuthorisation: voidCall, refund: call },
  },
};

async function book(): Promise<Booking> {
  const offer = await harness.getFreshOffer();
  const request = createBookingRequest(offer, { cardDetails: createCard() });
  const { body } = await sendAttempt(service, '/api/bookings', request);
  return db.selectFrom('bookings').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow();
}

/** The row as a stalled process has it, after another one has leased it. */
const loseLease = <Row extends object>(row: Row) => ({ ...row, lease_token: randomUUID() });

it('[LEDGER-04] voids nothing while the airline has the order, or cannot be asked for it', async () => {
  const { id, payment_id, order_id } = await book();
  await db.updateTable('payments').set({ state: 'authorised' }).where('id', '=', payment_id).execute();
  const lease = { lease_token: randomUUID(), lease_until: new Date(Date.now() + 60_000) };
  const unanswered = await db
    .updateTable('bookings')
    .set({ ...lease, state: 'voiding', state_since: new Date(), order_id: null, was_pending: true })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const findOrder = () => Promise.reject(new Error('no answer'));
  const silent = { ...deps, flightProvider: { ...deps.flightProvider, findOrder } };
  const retried = await silent.advanceBooking(silent, unanswered);
  expect(retried).toMatchObject({ state: 'voiding', attempts: 1 });
  await db.updateTable('bookings').set(lease).where('id', '=', id).execute();
  expect(await deps.advanceBooking(deps, { ...retried, ...lease })).toMatchObject({ order_id });
  const steps = await db.selectFrom('booking_steps').select('state').where('booking_id', '=', id).execute();
  expect(steps.filter(({ state }) => state === 'ordered')).toHaveLength(2);
  expect(voidCall).not.toHaveBeenCalled();
});

it('[REVIEW-05] [REFUND-05] a process that lost its refund pays nothing', async () => {
  const { payment_id } = await book();
  const refund = await insertRefund(db, deps, payment_id, { minor: 100, currency: 'USD' }, {});
  await payRefund(deps, loseLease(refund));
  expect(call).not.toHaveBeenCalled();
});

/** A call that has no answer until a second process has looked for work, after the time of a lease. */
async function countCalls(
  first: (held: () => Promise<void>) => Promise<unknown>,
  second = first,
): Promise<number> {
  const answer = Promise.withResolvers<void>();
  const held = vi.fn(() => answer.promise);
  const waitForCall = (count: number) => eventually(() => held.mock.calls.length >= count || undefined);
  const working = first(held);
  await waitForCall(1);
  const startedAt = await readNow(db);
  await eventually(async () => (await hasPassed(db, real.config.BOOKING_LEASE_MS, startedAt)) || undefined);
  const other = second(held);
  await Promise.race([other, waitForCall(2)]);
  answer.resolve();
  await Promise.all([working, other]);
  return held.mock.calls.length;
}

it('[MAIL-01] [REVIEW-05] two sweeps send a mail once, although the mail server takes longer than a lease', async () => {
  const { id } = await book();
  await eventually(async () => (await countWaiting(db)) === 0 || undefined);
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ done_at: null })
    .where('subject', '=', id)
    .where('kind', '=', 'mail_confirmed')
    .executeTakeFirst();
  expect(numUpdatedRows).toBe(1n);
  const sweep = (held: () => Promise<void>) => deliverDue(createOutbox({ ...real, sendMail: held }));
  expect(await countCalls(sweep)).toBe(1);
  expect(await countWaiting(db)).toBe(0);
});

describe('[MAIL-01] [REVIEW-05] a process that stalled for longer than its lease', () => {
  /** Makes the mail of a booking due again, and returns what a process does with it, as it is told. */
  async function createDelivery() {
    const { id } = await book();
    await eventually(async () => (await countWaiting(db)) === 0 || undefined);
    const mail = db.updateTable('outbox').where('subject', '=', id).where('kind', '=', 'mail_confirmed');
    await mail.set({ done_at: null }).execute();
    const sendMail = vi.fn(async () => undefined);
    const start = (place: 'before' | 'after') => {
      const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const stall = () => {
        reached.resolve();
        return goOn.promise;
      };
      const stalled: Deps = {
        ...real,
        // The brand is read before the mail is composed.
        mailBrands: async (brand) => {
          if (place === 'before') await stall();
          return real.mailBrands(brand);
        },
        sendMail: async () => {
          await sendMail();
          if (place === 'after') await stall();
        },
      };
      const ended = deliverDue(createOutbox(stalled));
      return { reached: reached.promise, goOn: () => (goOn.resolve(), ended) };
    };
    /** What the database sees of a process that does nothing, not even renew its leases. */
    const loseLeases = () => mail.set({ lease_token: randomUUID(), lease_until: new Date(0) }).execute();
    return { start, loseLeases, sendMail };
  }

  it.each([
    ['before it sends a mail sends nothing that another process has taken', 'before', 'after'],
    ['after it has sent a mail says so to the process that has taken it', 'after', 'before'],
  ] as const)('%s', async (_, stalledAt, otherAt) => {
    const { start, loseLeases, sendMail } = await createDelivery();
    const stalled = start(stalledAt);
    await stalled.reached;
    await loseLeases();
    const other = start(otherAt);
    await other.reached;
    await stalled.goOn();
    await other.goOn();
    expect(sendMail).toHaveBeenCalledTimes(1);
    expect(await countWaiting(db)).toBe(0);
  });
});

it('[REVIEW-05] [REFUND-05] a sweep leaves the refund that support pays to its process, however long it takes', async () => {
  const { payment_id } = await book();
  const pay = (held: () => Promise<void>): Deps => ({
    ...real,
    cardGateway: {
      ...real.cardGateway,
      refund: async (...args) => held().then(() => real.cardGateway.refund(...args)),
    },
  });
  const refund = await insertRefund(db, real, payment_id, { minor: 100, currency: 'USD' }, {});
  const calls = await countCalls(
    (held) => payRefund(pay(held), refund),
    (held) => payDueRefunds(pay(held)),
  );
  expect(calls).toBe(1);
});

it('[REVIEW-05] [REVIEW-06] two reconcilers settle a late order once, however long the airline takes', async () => {
  const { id } = await book();
  await db.updateTable('bookings').set({ state: 'voided' }).where('id', '=', id).execute();
  const { flightProvider } = real;
  const settle = (held: () => Promise<void>) => {
    const findOrder: Deps['flightProvider']['findOrder'] = async (...args) =>
      held().then(() => flightProvider.findOrder(...args));
    return settleLateOrder({ ...real, flightProvider: { ...flightProvider, findOrder } }, id);
  };
  expect(await countCalls(settle)).toBe(1);
});
