import type { Offer } from '@fareline/contracts';
import { eventually, type Program } from '@fareline/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBookingRequest,
  idempotencyHeader,
  createPaymentRequest,
  createTraveller,
} from '../testing/requests.ts';
import { startHarness, type Harness } from '../testing/harness.ts';

let harness: Harness;
/** Lives through everything and recovers, without the queue. */
let survivor: Program;

beforeAll(async () => {
  harness = await startHarness();
  survivor = await harness.startPayments({ JOBS_REDIS_URL: 'redis://127.0.0.1:1' });
}, 90_000);
afterAll(() => harness.stop());

const send = (program: Program, path: string, body: unknown, headers: Record<string, string>) =>
  harness.send(program, 'POST', path, body, headers);

/** A service that dies at the point, and the call that made it die. */
async function dieAt(point: string, path: string, body: unknown, headers: Record<string, string>) {
  const victim = await harness.startPayments({ KILL_POINT: point, SWEEP_EVERY_MS: '600000' });
  const outcome = await send(victim, path, body, headers).catch(() => 'cut off' as const);
  await eventually(() => (victim.process.signalCode === 'SIGKILL' ? true : undefined));
  expect(outcome).toBe('cut off');
}

/** Either booked and charged once, or neither; and our own row says which. */
async function expectAllOrNothing(offer: Offer): Promise<'booked' | 'nothing'> {
  await harness.waitUntilSettled(offer);
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

describe('a process that dies while it authorises', () => {
  it.each([
    'before:payment:authorising',
    'after:payment:authorising',
    'before:call:authorise',
    'after:call:authorise',
    'before:payment:authorised',
  ])('[MONEY-25] leaves nothing held at %s, and the traveller is asked anew', async (point) => {
    const offer = await harness.getFreshOffer();
    const sameKey = idempotencyHeader();
    await dieAt(point, '/api/payments/process-card', createPaymentRequest(offer), sameKey);
    expect(await expectAllOrNothing(offer)).toBe('nothing');
    const repeat = await send(survivor, '/api/payments/process-card', createPaymentRequest(offer), sameKey);
    expect(repeat.body.success).not.toBe(true);
    const anew = await send(
      survivor,
      '/api/payments/process-card',
      createPaymentRequest(offer),
      idempotencyHeader(),
    );
    expect(anew.status).toBe(200);
  });

  it('[MONEY-27] answers the repeat with the hold that was written down before the end', async () => {
    const offer = await harness.getFreshOffer();
    const sameKey = idempotencyHeader();
    await dieAt(
      'after:payment:authorised',
      '/api/payments/process-card',
      createPaymentRequest(offer),
      sameKey,
    );
    const lost = await harness.db
      .selectFrom('payments')
      .selectAll()
      .where('offer_id', '=', offer.id)
      .executeTakeFirstOrThrow();
    expect(lost.state).toBe('authorised');
    const booked = await send(
      survivor,
      '/api/bookings',
      createBookingRequest(offer, { paymentId: lost.id }),
      idempotencyHeader(),
    );
    expect(booked.status).toBe(201);
    expect(await expectAllOrNothing(offer)).toBe('booked');
  });
});

describe('a process that dies while it books', () => {
  it.each([
    ['before:booking:authorised', 'nothing yet'],
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
  ])('[MONEY-25] [PROVIDER-35] at %s ends as: %s', async (point, end) => {
    const offer = await harness.getFreshOffer();
    const paid = await send(
      survivor,
      '/api/payments/process-card',
      createPaymentRequest(offer),
      idempotencyHeader(),
    );
    const traveller = createTraveller();
    const body = createBookingRequest(offer, { paymentId: paid.body.paymentId }, [traveller]);
    const sameKey = idempotencyHeader();
    await dieAt(point, '/api/bookings', body, sameKey);
    if (end === 'nothing yet') {
      const again = await send(survivor, '/api/bookings', body, idempotencyHeader());
      expect(again.status).toBe(201);
      expect(await expectAllOrNothing(offer)).toBe('booked');
      return;
    }
    expect(await expectAllOrNothing(offer)).toBe(end);
    const repeat = await send(survivor, '/api/bookings', body, sameKey);
    expect(repeat.status).toBe(end === 'booked' ? 201 : 422);
    expect(repeat.body.accountInfo?.password).toBeUndefined();
    const mails = await eventually(async () => {
      const found = await harness.getMails(traveller.email ?? '');
      return found.length > 0 ? found : undefined;
    });
    expect(mails).toHaveLength(1);
  });

  it.each(['before:call:void', 'after:call:void', 'after:booking:voiding'])(
    '[MONEY-24] at %s still releases the hold of a refused order',
    async (point) => {
      const offer = await harness.getFreshOffer();
      const paid = await send(
        survivor,
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
      await dieAt(
        point,
        '/api/bookings',
        createBookingRequest(offer, { paymentId: paid.body.paymentId }),
        idempotencyHeader(),
      );
      expect(await expectAllOrNothing(offer)).toBe('nothing');
    },
  );

  it('[MONEY-25] needs nothing but the restart of the one service that there is', async () => {
    const offer = await harness.getFreshOffer();
    const paid = await send(
      survivor,
      '/api/payments/process-card',
      createPaymentRequest(offer),
      idempotencyHeader(),
    );
    await survivor.kill('SIGKILL');
    const body = createBookingRequest(offer, { paymentId: paid.body.paymentId });
    await dieAt('after:call:order', '/api/bookings', body, idempotencyHeader());
    const { orders, captured } = await harness.ledgerFor(offer);
    expect([orders.length, captured.length]).toEqual([1, 0]);
    survivor = await harness.startPayments();
    expect(await expectAllOrNothing(offer)).toBe('booked');
  });
});
