// Starts a process for each point: only a process that is killed shows what it has stored until then.
import { readFileSync } from 'node:fs';
import type { Offer } from '@fareline/contracts';
import { eventually, type Program, type ProgramProcess } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createBookingRequest,
  createCard,
  idempotencyHeader,
  createPaymentRequest,
  createPassenger,
} from '../testing/requests.ts';
import { callStripe, createToken } from '../testing/challenges.ts';
import { startHarness, withoutQueue, type Harness } from '../testing/harness.ts';
import { newVisitor, sendAttempt, payFor } from '../testing/send-request.ts';
import { createIntentEvent, createOrderEvent, signHeaders } from '../testing/webhook-events.ts';

let harness: Harness;
/** Keeps running and recovers crashed work without the queue. */
let recoveringService: ProgramProcess;

/** A call that takes too long on a busy machine would have another outcome. The attempts of dead processes count as long. */
const patient = {
  ...{ QUOTE_TIMEOUT_MS: '30000', STRIPE_TIMEOUT_MS: '30000', ORDER_TIMEOUT_MS: '30000' },
  CARD_DECLINES_PER_SESSION: '1000',
};

beforeAll(async () => {
  harness = await startHarness();
  recoveringService = await harness.spawnPayments({
    ...patient,
    ...withoutQueue,
    // Prices are fetched again whenever a booking is continued before its order.
    QUOTE_FRESH_MS: '0',
    AUTHORISE_SETTLE_MS: '4500',
  });
}, 90_000);
afterAll(() => harness.stop());

const send = (program: Program, path: string, body: unknown, headers: Record<string, string>) =>
  harness.send(program, 'POST', path, body, headers);

/** An intent that the card provider makes for the payment without its service. */
async function createAuthorisation(offer: Offer, paymentId: string): Promise<{ id: string }> {
  const intent = await callStripe<{ id: string }>(harness.stripeProgram, '/v1/payment_intents', {
    ...{ amount: '1000', currency: 'usd', payment_method: 'pm_card_visa' },
    ...{ capture_method: 'manual', confirm: 'true', 'allowed_payment_method_types[0]': 'card' },
    ...{ 'metadata[offer_id]': offer.id, 'metadata[payment_id]': paymentId },
  });
  expect(intent.id).toMatch(/^pi_/);
  return intent;
}

const readBooking = (offer: Offer) =>
  harness.db.selectFrom('bookings').selectAll().where('offer_id', '=', offer.id).executeTakeFirstOrThrow();
const readPayment = (offer: Offer) =>
  harness.db.selectFrom('payments').selectAll().where('purchase_id', '=', offer.id).executeTakeFirstOrThrow();

/** The answer to a request that a crashed process has begun, once it is not locked any more. */
const repeatUntilUnlocked = (path: string, body: unknown, headers: Record<string, string>) =>
  eventually(async () => {
    const answer = await send(recoveringService, path, body, headers);
    return answer.status === 409 ? undefined : answer;
  });

describe('crash around a decision before the order', () => {
  const path = '/api/bookings';

  async function prepare() {
    const offer = await harness.getFreshOffer();
    const passenger = createPassenger();
    const card = { cardDetails: createCard('4000000000009235') };
    const body = createBookingRequest(offer, card, [passenger]);
    return { offer, body, email: passenger.email ?? '', sameKey: idempotencyHeader() };
  }

  it.concurrent.each(['before:booking:authorised', 'after:booking:authorised'])(
    '[MONEY-25] [REVIEW-01] after a crash at %s the booking waits, queued once, and orders nothing',
    async (point) => {
      const { offer, body, email, sameKey } = await prepare();
      await harness.crashAt(point, path, body, sameKey);
      const repeat = await repeatUntilUnlocked(path, body, sameKey);
      expect([repeat.status, repeat.body.status]).toEqual([202, 'pending']);
      const { id, state } = await readBooking(offer);
      expect([state, await harness.getOpenCases(id)]).toEqual(['risk_review', ['risk']]);
      await eventually(async () => ((await harness.getEmails(email)).length > 0 ? true : undefined));
      const { allOrders, intents } = await harness.ledgerFor(offer);
      expect([allOrders.length, intents.map(({ status }) => status)]).toEqual([0, ['requires_capture']]);
    },
  );

  it.each(['before:booking:voiding', 'after:booking:voiding', 'after:call:void', 'before:booking:voided'])(
    '[MONEY-24] [MONEY-25] a crash at %s after the deadline leaves no authorisation and no case',
    async (point) => {
      const { offer, body, email, sameKey } = await prepare();
      const crashing = await harness.spawnPayments({
        ...{ KILL_POINT: point, RISK_REVIEW_MS: '1000', ...withoutQueue },
      });
      // Otherwise it may end the booking first.
      recoveringService.process.kill('SIGSTOP');
      try {
        expect((await send(crashing, path, body, sameKey)).status).toBe(202);
        await eventually(() => (crashing.process.signalCode === 'SIGKILL' ? true : undefined));
      } finally {
        recoveringService.process.kill('SIGCONT');
      }
      expect(await harness.expectAllOrNothing(offer)).toBe('nothing');
      const { id, state } = await readBooking(offer);
      expect([state, await harness.getOpenCases(id)]).toEqual(['voided', []]);
      await eventually(async () => ((await harness.getEmails(email)).length === 2 ? true : undefined));
    },
  );
});

describe('crash during authorisation', () => {
  // They wait for a settle time, and nothing but a request comes to these kill points.
  it.concurrent.each([
    ['before:payment:authorising', 'paid'],
    ['after:payment:authorising', 'not paid'],
    ['before:call:authorise', 'not paid'],
    ['after:call:authorise', 'paid'],
    ['before:payment:authorised', 'paid'],
  ])('[MONEY-25] [MONEY-27] after a crash at %s the repeat of the request is: %s', async (point, result) => {
    const offer = await harness.getFreshOffer();
    // Attempts of dead processes may still be declined, so that one visitor for all of them would be refused.
    const visitor = newVisitor();
    const sameKey = { ...idempotencyHeader(), ...visitor };
    const [path, body] = ['/api/payments/process-card', createPaymentRequest(offer)];
    await harness.crashAt(point, path, body, sameKey);
    const { rows } = await sql<{ lock: number; lease: number | null }>`select
        extract(epoch from k.locked_until - k.created_at)::float8 as lock,
        extract(epoch from p.lease_until - p.created_at)::float8 as lease
      from ${sql.table(`${harness.schema}.idempotency_keys`)} k
      left join ${sql.table(`${harness.schema}.payments`)} p on p.id = k.payment_id
      where k.is_done = false order by k.created_at desc limit 1`.execute(harness.db);
    // A few leases, not the timeouts of all calls together.
    expect(Math.max(rows[0]?.lock ?? Infinity, rows[0]?.lease ?? 0)).toBeLessThan(5);
    const repeat = await repeatUntilUnlocked(path, body, sameKey);
    const { intents, uncaptured } = await harness.ledgerFor(offer);
    if (result === 'paid') {
      expect([repeat.status, repeat.body.success]).toEqual([200, true]);
      expect([intents.length, uncaptured.length]).toEqual([1, 1]);
      return;
    }
    expect([repeat.body.error, intents.length]).toEqual(['PAYMENT_FAILED', 0]);
    const next = { ...idempotencyHeader(), ...visitor };
    expect((await send(recoveringService, path, body, next)).status).toBe(200);
  });

  it('[MONEY-25] voids an authorisation that the card provider creates late', async () => {
    const offer = await harness.getFreshOffer();
    const body = createPaymentRequest(offer);
    const path = '/api/payments/process-card';
    await harness.crashAt('before:call:authorise', path, body, idempotencyHeader(), {
      STRIPE_TIMEOUT_MS: '100',
    });
    const { id } = await eventually(async () => {
      const payment = await readPayment(offer);
      return payment.attempts > 0 || payment.state !== 'authorising' ? payment : undefined;
    });
    await createAuthorisation(offer, id);
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(1);
    await harness.waitUntilProcessed(offer);
    expect((await harness.ledgerFor(offer)).uncaptured).toHaveLength(0);
  });

  it('[MONEY-28] [MONEY-27] books with the card of a booking request that crashed after it was authorised when it is repeated', async () => {
    const offer = await harness.getFreshOffer();
    const sameKey = idempotencyHeader();
    const body = createBookingRequest(offer, { cardDetails: createCard() });
    await harness.crashAt('after:payment:authorised', '/api/bookings', body, sameKey);
    const repeat = await repeatUntilUnlocked('/api/bookings', body, sameKey);
    expect(repeat.status).toBe(201);
    expect(await harness.expectAllOrNothing(offer)).toBe('booked');
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(1);
  });

  it('[MONEY-27] books with an authorisation that was committed before the crash', async () => {
    const offer = await harness.getFreshOffer();
    const [path, body] = ['/api/payments/process-card', createPaymentRequest(offer)];
    await harness.crashAt('after:payment:authorised', path, body, idempotencyHeader());
    const { id: paymentId, state } = await readPayment(offer);
    expect(state).toBe('authorised');
    const request = createBookingRequest(offer, { paymentId });
    expect((await sendAttempt(recoveringService, '/api/bookings', request)).status).toBe(201);
    expect(await harness.expectAllOrNothing(offer)).toBe('booked');
  });
});

describe('crash during booking', () => {
  // One after the other: a process that is to crash would come to its kill point by continuing another test's booking.
  it.each([
    ['before:booking:authorised', 'not started'],
    ['after:booking:authorised', 'booked'],
    ['before:booking:ordered', 'booked'],
    ['after:booking:ordered', 'booked'],
    ['after:booking:capturing', 'booked'],
    ['after:payment:capturing', 'booked'],
    ['before:call:capture', 'booked'],
    ['before:payment:captured', 'booked'],
    ['after:payment:captured', 'booked'],
    ['before:booking:confirmed', 'booked'],
  ])('[MONEY-25] [PROVIDER-35] after a crash at %s the result is: %s', async (point, result) => {
    const offer = await harness.getFreshOffer();
    const paymentId = await payFor(recoveringService, offer);
    const passenger = createPassenger();
    const body = createBookingRequest(offer, { paymentId }, [passenger]);
    const sameKey = idempotencyHeader();
    await harness.crashAt(point, '/api/bookings', body, sameKey);
    if (result === 'not started') {
      const again = await eventually(async () => {
        const answer = await sendAttempt(recoveringService, '/api/bookings', body);
        return answer.status === 409 ? undefined : answer;
      });
      expect(again.status).toBe(201);
      expect(await harness.expectAllOrNothing(offer)).toBe('booked');
      return;
    }
    expect(await harness.expectAllOrNothing(offer)).toBe(result);
    const repeat = await send(recoveringService, '/api/bookings', body, sameKey);
    expect(repeat.status).toBe(result === 'booked' ? 201 : 422);
    // The crashed request returned no credentials, so the first repeat of its visitor does.
    expect(Boolean(repeat.body.accountInfo?.password)).toBe(result === 'booked');
    const again = await send(recoveringService, '/api/bookings', body, sameKey);
    expect([again.status, again.body.accountInfo?.password]).toEqual([repeat.status, undefined]);
    const emails = await eventually(async () => {
      const found = await harness.getEndEmails(passenger.email ?? '');
      return found.length > 0 ? found : undefined;
    });
    expect(emails).toHaveLength(1);
  });

  it('[MONEY-31] [PROVIDER-33] orders nothing after a crash when the price has changed meanwhile', async () => {
    const offer = await harness.getFreshOffer();
    const paymentId = await payFor(recoveringService, offer);
    const sameKey = idempotencyHeader();
    const body = createBookingRequest(offer, { paymentId });
    const orderCalls = await harness.countOrderCalls();
    // The long lease leaves time to change the price before the other process continues.
    await harness.crashAt('after:booking:authorised', '/api/bookings', body, sameKey, {
      BOOKING_LEASE_MS: '3000',
    });
    await harness.duffel.control('POST', `offers/${offer.id}`, { total_amount: '4321.00' });
    expect(await harness.expectAllOrNothing(offer)).toBe('nothing');
    expect(await harness.countOrderCalls()).toBe(orderCalls);
    expect((await send(recoveringService, '/api/bookings', body, sameKey)).body.error).toBe('PRICE_CHANGED');
  });

  it.each(['before:call:void', 'after:booking:voiding'])(
    '[MONEY-24] voids the authorisation of a refused order after a crash at %s',
    async (point) => {
      const offer = await harness.getFreshOffer();
      const paymentId = await payFor(recoveringService, offer);
      const errors = [{ type: 'airline_error', code: 'order_not_created', title: 'No', message: 'No' }];
      await harness.duffel.fault({
        ...{ method: 'POST', path: '/air/orders', kind: 'status', status: 502 },
        body: { meta: { status: 502, request_id: 'x' }, errors },
      });
      const body = createBookingRequest(offer, { paymentId });
      await harness.crashAt(point, '/api/bookings', body, idempotencyHeader());
      expect(await harness.expectAllOrNothing(offer)).toBe('nothing');
    },
  );

  it('[MONEY-25] recovers after a restart when it is the only process', async () => {
    const offer = await harness.getFreshOffer();
    const paymentId = await payFor(recoveringService, offer);
    await recoveringService.kill('SIGKILL');
    const body = createBookingRequest(offer, { paymentId });
    await harness.crashAt('after:call:order', '/api/bookings', body, idempotencyHeader());
    const { orders, captured } = await harness.ledgerFor(offer);
    expect([orders.length, captured.length]).toEqual([1, 0]);
    recoveringService = await harness.spawnPayments(patient);
    expect(await harness.expectAllOrNothing(offer)).toBe('booked');
  });
});

describe('late facts', () => {
  afterEach(() => Promise.all([harness.duffel.clearFaults(), harness.stripe.clearFaults()]));

  type Penalty = 'free' | 'kept';
  /** An authorised card for an offer whose cancellation is free of charge, or not. */
  async function pay(penalty: Penalty) {
    const offer = await harness.getFreshOffer({}, ({ conditions: { refund_penalty_amount: amount } }) =>
      penalty === 'free' ? Number(amount ?? Number.NaN) === 0 : Number(amount) > 0,
    );
    const paymentId = await payFor(recoveringService, offer);
    const passenger = createPassenger();
    const body = createBookingRequest(offer, { paymentId }, [passenger]);
    return { offer, body, email: passenger.email ?? '' };
  }
  const waitForState = (offer: Offer, state: string) =>
    eventually(async () => ((await readBooking(offer)).state === state ? true : undefined));

  /** The airline shows no order until the faults are cleared, however long a busy machine takes until then. */
  const hideOrders = () =>
    harness.duffel.fault({
      ...{ method: 'GET', path: '/air/orders', kind: 'status', status: 200, times: 1000 },
      body: { data: [], meta: {} },
    });

  /** Books with an order that appears after the settle time, and reports it. */
  async function bookTooLate(penalty: Penalty) {
    const booking = await pay(penalty);
    await hideOrders();
    const fault = { kind: 'commit_late', status: 504, delayMs: 100 };
    await harness.duffel.fault({ method: 'POST', path: '/air/orders', ...fault });
    const answer = await sendAttempt(recoveringService, '/api/bookings', booking.body);
    expect(answer.status).toBe(202);
    await waitForState(booking.offer, 'voided');
    await harness.duffel.clearFaults();
    await eventually(async () =>
      (await harness.ledgerFor(booking.offer)).orders.length === 1 ? true : undefined,
    );
    const event = createOrderEvent('order.created', answer.body.id, booking.offer.id);
    await send(recoveringService, '/api/webhooks/duffel', event, signHeaders('duffel', event));
    return { ...booking, id: answer.body.id as string };
  }

  it('[REVIEW-05] cancels an order that appears after the settle time where it is free of charge', async () => {
    const { offer } = await bookTooLate('free');
    await eventually(async () => ((await harness.ledgerFor(offer)).orders.length === 0 ? true : undefined));
    await waitForState(offer, 'voided');
    const { captured, uncaptured } = await harness.ledgerFor(offer);
    expect([captured.length, uncaptured.length]).toEqual([0, 0]);
  });

  it('[REVIEW-05] [REVIEW-01] [REVIEW-03] queues an order that appears after the settle time and costs something', async () => {
    const { offer, id, email } = await bookTooLate('kept');
    await waitForState(offer, 'needs_review');
    const { orders, captured } = await harness.ledgerFor(offer);
    expect([(await readBooking(offer)).order_id, captured.length]).toEqual([orders[0]?.id, 0]);
    expect(await harness.getOpenCases(id)).toEqual(['late_order']);
    const isReviewMail = ({ subject }: { subject: string }) =>
      subject.startsWith('We are looking at your booking');
    await eventually(async () => ((await harness.getEmails(email)).some(isReviewMail) ? true : undefined));
    expect((await harness.getEmails(email)).filter(isReviewMail)).toHaveLength(1);
  });

  it('[REVIEW-05] pays an order that appears while the void is retried', async () => {
    const { offer, body } = await pay('kept');
    const fault = { kind: 'commit_late', status: 504, delayMs: 5500 };
    await harness.duffel.fault({ method: 'POST', path: '/air/orders', ...fault });
    const isCancel = '^/v1/payment_intents/.*/cancel$';
    await harness.stripe.fault({ path: isCancel, kind: 'status', status: 503, times: 100 });
    const { id } = (await sendAttempt(recoveringService, '/api/bookings', body)).body;
    await waitForState(offer, 'confirmed');
    await harness.stripe.clearFaults();
    expect(await harness.expectAllOrNothing(offer)).toBe('booked');
    expect(await harness.getOpenCases(id)).toEqual([]);
  });

  it('[LEDGER-04] voids no payment while the airline cannot be asked for an order', async () => {
    const { offer, body } = await pay('kept');
    const path = '^/v1/payment_intents/.*/capture$';
    await harness.stripe.fault({ path, kind: 'status', status: 503, times: 100 });
    await sendAttempt(recoveringService, '/api/bookings', body);
    await harness.duffel.fault({ method: 'GET', path: '/air/orders', kind: 'status', status: 503, times: 3 });
    const edited = { state: 'voiding', order_id: null, was_pending: true, lease_token: null } as const;
    const { payment_id } = await harness.db
      .updateTable('bookings')
      .set({ ...edited, lease_until: null, next_attempt_at: new Date() })
      .where('offer_id', '=', offer.id)
      .returning('payment_id')
      .executeTakeFirstOrThrow();
    await harness.db
      .updateTable('payments')
      .set({ state: 'authorised' })
      .where('id', '=', payment_id)
      .execute();
    await harness.stripe.clearFaults();
    await waitForState(offer, 'confirmed');
    expect(await harness.expectAllOrNothing(offer)).toBe('booked');
  });

  it('[REVIEW-05] voids an authorisation that is found after its payment counts as unpaid', async () => {
    const offer = await harness.getFreshOffer();
    const path = '/api/payments/process-card';
    await harness.crashAt('before:call:authorise', path, createPaymentRequest(offer), idempotencyHeader());
    const { id } = await eventually(async () => {
      const payment = await readPayment(offer);
      return payment.state === 'voided' ? payment : undefined;
    });
    const late = await createAuthorisation(offer, id);
    const event = createIntentEvent('payment_intent.amount_capturable_updated', late.id, { payment_id: id });
    await send(recoveringService, '/api/webhooks/stripe', event, signHeaders('stripe', event));
    await eventually(async () =>
      (await harness.ledgerFor(offer)).uncaptured.length === 0 ? true : undefined,
    );
    await eventually(async () => ((await readPayment(offer)).state === 'voided' ? true : undefined));
  });

  const isStopped = ({ process: { pid } }: ProgramProcess) =>
    readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') T ');

  /** Starts a service and sends it the request, until it has stalled at the point. */
  async function stallAt(point: string, body: unknown, path = '/api/bookings', key = idempotencyHeader()) {
    const stalled = await harness.spawnPayments({
      ...{ KILL_POINT: point, KILL_SIGNAL: 'SIGSTOP', SWEEP_EVERY_MS: '600000' },
      ...patient,
    });
    const outcome = send(stalled, path, body, key).catch(() => undefined);
    const stop = eventually(() => isStopped(stalled) || undefined);
    expect(await Promise.race([stop, outcome]), `stalled at ${point}`).toBe(true);
    return {
      resume: async () => {
        stalled.process.kill('SIGCONT');
        await outcome;
      },
    };
  }

  it('[REVIEW-05] orders nothing in a process that stalled before the call while another one ended the booking', async () => {
    const { offer, body } = await pay('kept');
    const { resume } = await stallAt('before:call:order', body);
    await waitForState(offer, 'voided');
    await resume();
    expect((await harness.ledgerFor(offer)).allOrders).toHaveLength(0);
  });

  it('[REVIEW-05] settles an order that a process learns of after another one ended the booking', async () => {
    const { offer, body } = await pay('free');
    await hideOrders();
    const { resume } = await stallAt('after:call:order', body);
    expect((await harness.ledgerFor(offer)).orders).toHaveLength(1);
    await waitForState(offer, 'voided');
    await harness.duffel.clearFaults();
    await resume();
    await eventually(async () => ((await harness.ledgerFor(offer)).orders.length === 0 ? true : undefined));
    await waitForState(offer, 'voided');
  });

  it('[REVIEW-05] [ELEMENT-02] ends a challenge that a process learns of after another one ended the payment', async () => {
    const offer = await harness.getFreshOffer();
    const confirmationTokenId = await createToken(harness.stripeProgram);
    const body = createPaymentRequest(offer, { cardDetails: undefined, confirmationTokenId });
    const nothing = { body: { object: 'list', data: [], has_more: false }, kind: 'status', status: 200 };
    await harness.stripe.fault({ method: 'GET', path: '^/v1/payment_intents$', ...nothing, times: 1000 });
    const { resume } = await stallAt('after:call:authorise', body, '/api/payments/process-card');
    expect((await harness.ledgerFor(offer)).intents[0]?.status).toBe('requires_action');
    await eventually(async () => (await readPayment(offer)).state === 'voided' || undefined);
    await harness.stripe.clearFaults();
    await resume();
    await eventually(async () =>
      (await harness.ledgerFor(offer)).intents[0]?.status === 'canceled' ? true : undefined,
    );
  });

  it.each([
    ['before:payment:authorising', 1],
    ['before:call:authorise', 0],
  ])('[REVIEW-05] [MONEY-27] asks no card at %s in a process that stalled there', async (point, count) => {
    const offer = await harness.getFreshOffer();
    const [path, body] = ['/api/payments/process-card', createPaymentRequest(offer)];
    const sameKey = { ...idempotencyHeader(), ...newVisitor() };
    const { resume } = await stallAt(point, body, path, sameKey);
    const repeat = () => send(recoveringService, path, body, sameKey);
    await eventually(async () => ((await repeat()).status === 409 ? undefined : true));
    await resume();
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(count);
  });
});
