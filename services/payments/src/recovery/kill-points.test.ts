import type { Offer } from '@fareline/contracts';
import { eventually, type Program } from '@fareline/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBookingRequest,
  createCard,
  idempotencyHeader,
  createPaymentRequest,
  createPassenger,
} from '../testing/requests.ts';
import { startHarness, type Harness } from '../testing/harness.ts';
import { newVisitor } from '../testing/send-request.ts';

let harness: Harness;
/** Keeps running and recovers crashed work without the queue. */
let recoveringService: Program;

beforeAll(async () => {
  harness = await startHarness();
  recoveringService = await harness.startPayments({
    JOBS_REDIS_URL: 'redis://127.0.0.1:1',
    // Prices are fetched again whenever a booking is continued before its order.
    QUOTE_FRESH_MS: '0',
    AUTHORISE_SETTLE_MS: '4500',
  });
}, 90_000);
afterAll(() => harness.stop());

const send = (program: Program, path: string, body: unknown, headers: Record<string, string>) =>
  harness.send(program, 'POST', path, body, headers);

/** Starts a service that crashes at the kill point, and sends the request that triggers the crash. */
async function crashAt(
  point: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
  env: Record<string, string> = {},
) {
  const crashingService = await harness.startPayments({
    KILL_POINT: point,
    SWEEP_EVERY_MS: '600000',
    ...env,
  });
  const outcome = await send(crashingService, path, body, headers).catch(() => 'connection lost' as const);
  await eventually(() => (crashingService.process.signalCode === 'SIGKILL' ? true : undefined));
  expect(outcome).toBe('connection lost');
}

/** Either one order with one capture, or neither, and the booking row agrees. */
async function expectAllOrNothing(offer: Offer): Promise<'booked' | 'nothing'> {
  await harness.waitUntilProcessed(offer);
  const { allOrders, captured, uncaptured } = await harness.ledgerFor(offer);
  expect(uncaptured).toHaveLength(0);
  expect([0, 1]).toContain(allOrders.length);
  expect(captured).toHaveLength(allOrders.length);
  for (const { amount_received } of captured)
    expect(amount_received).toBe(Math.round(Number(offer.total_amount) * 100));
  const rows = await harness.db
    .selectFrom('bookings')
    .select('state')
    .where('offer_id', '=', offer.id)
    .execute();
  const confirmed = rows.filter(({ state }) => state === 'confirmed');
  expect(confirmed).toHaveLength(allOrders.length);
  return allOrders.length === 1 ? 'booked' : 'nothing';
}

describe('crash during authorisation', () => {
  // They wait for a settle time, and nothing but a request comes to these kill points.
  it.concurrent.each([
    'before:payment:authorising',
    'after:payment:authorising',
    'before:call:authorise',
    'after:call:authorise',
    'before:payment:authorised',
  ])('[MONEY-25] leaves no authorisation after a crash at %s, and a new request succeeds', async (point) => {
    const offer = await harness.getFreshOffer();
    // Of one visitor, some attempts would be refused while those of the dead processes may still be declined.
    const visitor = newVisitor();
    const sameKey = { ...idempotencyHeader(), ...visitor };
    await crashAt(point, '/api/payments/process-card', createPaymentRequest(offer), sameKey);
    expect(await expectAllOrNothing(offer)).toBe('nothing');
    const repeat = await send(
      recoveringService,
      '/api/payments/process-card',
      createPaymentRequest(offer),
      sameKey,
    );
    expect(repeat.body.success).not.toBe(true);
    if (point !== 'before:payment:authorising') {
      const { intents } = await harness.ledgerFor(offer);
      await harness.expireKeyLocks(offer);
      const late = await send(
        recoveringService,
        '/api/payments/process-card',
        createPaymentRequest(offer),
        sameKey,
      );
      expect(late.body.error).toBe('PAYMENT_FAILED');
      expect((await harness.ledgerFor(offer)).intents).toHaveLength(intents.length);
    }
    const second = await send(recoveringService, '/api/payments/process-card', createPaymentRequest(offer), {
      ...idempotencyHeader(),
      ...visitor,
    });
    expect(second.status).toBe(200);
  });

  it('[MONEY-25] voids an authorisation that the card provider creates late', async () => {
    const offer = await harness.getFreshOffer();
    const body = createPaymentRequest(offer);
    const path = '/api/payments/process-card';
    await crashAt('before:call:authorise', path, body, idempotencyHeader(), { STRIPE_TIMEOUT_MS: '100' });
    const { id } = await eventually(async () => {
      const payment = await harness.db
        .selectFrom('payments')
        .select(['id', 'attempts', 'state'])
        .where('offer_id', '=', offer.id)
        .executeTakeFirstOrThrow();
      return payment.attempts > 0 || payment.state !== 'authorising' ? payment : undefined;
    });
    const created = await fetch(`${harness.stripeProgram.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_payments' },
      body: new URLSearchParams({
        ...{ amount: '1000', currency: 'usd', payment_method: 'pm_card_visa' },
        ...{ capture_method: 'manual', confirm: 'true', 'allowed_payment_method_types[0]': 'card' },
        ...{ 'metadata[offer_id]': offer.id, 'metadata[payment_id]': id },
      }),
    });
    expect(created.status).toBe(200);
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(1);
    await harness.waitUntilProcessed(offer);
    expect((await harness.ledgerFor(offer)).uncaptured).toHaveLength(0);
  });

  it('[MONEY-28] [MONEY-27] books with the authorisation of a crashed booking request when it is repeated', async () => {
    const offer = await harness.getFreshOffer();
    const sameKey = idempotencyHeader();
    const body = createBookingRequest(offer, { cardDetails: createCard() });
    await crashAt('after:payment:authorised', '/api/bookings', body, sameKey);
    await harness.expireKeyLocks(offer);
    expect((await send(recoveringService, '/api/bookings', body, sameKey)).status).toBe(201);
    expect(await expectAllOrNothing(offer)).toBe('booked');
    expect((await harness.ledgerFor(offer)).intents).toHaveLength(1);
  });

  it('[MONEY-27] books with an authorisation that was committed before the crash', async () => {
    const offer = await harness.getFreshOffer();
    const sameKey = idempotencyHeader();
    await crashAt(
      'after:payment:authorised',
      '/api/payments/process-card',
      createPaymentRequest(offer),
      sameKey,
    );
    const payment = await harness.db
      .selectFrom('payments')
      .selectAll()
      .where('offer_id', '=', offer.id)
      .executeTakeFirstOrThrow();
    expect(payment.state).toBe('authorised');
    const booked = await send(
      recoveringService,
      '/api/bookings',
      createBookingRequest(offer, { paymentId: payment.id }),
      idempotencyHeader(),
    );
    expect(booked.status).toBe(201);
    expect(await expectAllOrNothing(offer)).toBe('booked');
  });
});

describe('crash during booking', () => {
  // One after the other: a process that is to crash would come to its kill point by continuing another test's booking.
  it.each([
    ['before:booking:authorised', 'not started'],
    ['after:booking:authorised', 'booked'],
    ['before:booking:ordering', 'booked'],
    ['after:booking:ordering', 'nothing'],
    ['before:call:order', 'nothing'],
    ['after:call:order', 'booked'],
    ['before:booking:ordered', 'booked'],
    ['after:booking:ordered', 'booked'],
    ['after:booking:capturing', 'booked'],
    ['after:payment:capturing', 'booked'],
    ['before:call:capture', 'booked'],
    ['after:call:capture', 'booked'],
    ['before:payment:captured', 'booked'],
    ['after:payment:captured', 'booked'],
    ['before:booking:confirmed', 'booked'],
    ['after:booking:confirmed', 'booked'],
  ])('[MONEY-25] [PROVIDER-35] after a crash at %s the result is: %s', async (point, result) => {
    const offer = await harness.getFreshOffer();
    const paid = await send(
      recoveringService,
      '/api/payments/process-card',
      createPaymentRequest(offer),
      idempotencyHeader(),
    );
    const passenger = createPassenger();
    const body = createBookingRequest(offer, { paymentId: paid.body.paymentId }, [passenger]);
    const sameKey = idempotencyHeader();
    await crashAt(point, '/api/bookings', body, sameKey);
    if (result === 'not started') {
      const again = await send(recoveringService, '/api/bookings', body, idempotencyHeader());
      expect(again.status).toBe(201);
      expect(await expectAllOrNothing(offer)).toBe('booked');
      return;
    }
    expect(await expectAllOrNothing(offer)).toBe(result);
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
    const paid = await send(
      recoveringService,
      '/api/payments/process-card',
      createPaymentRequest(offer),
      idempotencyHeader(),
    );
    const sameKey = idempotencyHeader();
    const body = createBookingRequest(offer, { paymentId: paid.body.paymentId });
    const orderCalls = await harness.countOrderCalls();
    // The long lease leaves time to change the price before the other process continues.
    await crashAt('after:booking:authorised', '/api/bookings', body, sameKey, { BOOKING_LEASE_MS: '3000' });
    await harness.duffel.control('POST', `offers/${offer.id}`, { total_amount: '4321.00' });
    expect(await expectAllOrNothing(offer)).toBe('nothing');
    expect(await harness.countOrderCalls()).toBe(orderCalls);
    expect((await send(recoveringService, '/api/bookings', body, sameKey)).body.error).toBe('PRICE_CHANGED');
  });

  it.each(['before:call:void', 'after:call:void', 'after:booking:voiding'])(
    '[MONEY-24] voids the authorisation of a refused order after a crash at %s',
    async (point) => {
      const offer = await harness.getFreshOffer();
      const paid = await send(
        recoveringService,
        '/api/payments/process-card',
        createPaymentRequest(offer),
        idempotencyHeader(),
      );
      const errors = [{ type: 'airline_error', code: 'order_not_created', title: 'No', message: 'No' }];
      await harness.duffel.fault({
        method: 'POST',
        path: '/air/orders',
        kind: 'status',
        status: 502,
        body: { meta: { status: 502, request_id: 'x' }, errors },
      });
      await crashAt(
        point,
        '/api/bookings',
        createBookingRequest(offer, { paymentId: paid.body.paymentId }),
        idempotencyHeader(),
      );
      expect(await expectAllOrNothing(offer)).toBe('nothing');
    },
  );

  it('[MONEY-25] recovers after a restart when it is the only process', async () => {
    const offer = await harness.getFreshOffer();
    const paid = await send(
      recoveringService,
      '/api/payments/process-card',
      createPaymentRequest(offer),
      idempotencyHeader(),
    );
    await recoveringService.kill('SIGKILL');
    const body = createBookingRequest(offer, { paymentId: paid.body.paymentId });
    await crashAt('after:call:order', '/api/bookings', body, idempotencyHeader());
    const { orders, captured } = await harness.ledgerFor(offer);
    expect([orders.length, captured.length]).toEqual([1, 0]);
    recoveringService = await harness.startPayments();
    expect(await expectAllOrNothing(offer)).toBe('booked');
  });
});
