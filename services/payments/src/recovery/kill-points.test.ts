import type { Offer } from '@fareline/contracts';
import { eventually, type Program } from '@fareline/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingFor, key, paymentFor, travellerOf } from '../testing/samples.ts';
import { startTown, type Town } from '../testing/town.ts';

let town: Town;
/** Lives through everything and recovers, without the queue. */
let survivor: Program;

beforeAll(async () => {
  town = await startTown();
  survivor = await town.startPayments({ JOBS_REDIS_URL: 'redis://127.0.0.1:1' });
}, 90_000);
afterAll(() => town.stop());

const send = (program: Program, path: string, body: unknown, headers: Record<string, string>) =>
  town.send(program, 'POST', path, body, headers);

/** A service that dies at the point, and the call that made it die. */
async function dieAt(point: string, path: string, body: unknown, headers: Record<string, string>) {
  const victim = await town.startPayments({ KILL_POINT: point, SWEEP_EVERY_MS: '600000' });
  const outcome = await send(victim, path, body, headers).catch(() => 'cut off' as const);
  await eventually(() => (victim.process.signalCode === 'SIGKILL' ? true : undefined));
  expect(outcome).toBe('cut off');
}

/** Either booked and charged once, or neither; and our own row says which. */
async function expectAllOrNothing(offer: Offer): Promise<'booked' | 'nothing'> {
  await town.settled(offer);
  const { allOrders, captured, held } = await town.booksOf(offer);
  expect(held).toHaveLength(0);
  expect([0, 1]).toContain(allOrders.length);
  expect(captured).toHaveLength(allOrders.length);
  for (const { amount_received } of captured)
    expect(amount_received).toBe(Math.round(Number(offer.total_amount) * 100));
  const rows = await town.db
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
    const offer = await town.ownOffer();
    const sameKey = key();
    await dieAt(point, '/api/payments/process-card', paymentFor(offer), sameKey);
    expect(await expectAllOrNothing(offer)).toBe('nothing');
    const repeat = await send(survivor, '/api/payments/process-card', paymentFor(offer), sameKey);
    expect(repeat.body.success).not.toBe(true);
    const anew = await send(survivor, '/api/payments/process-card', paymentFor(offer), key());
    expect(anew.status).toBe(200);
  });

  it('[MONEY-27] answers the repeat with the hold that was written down before the end', async () => {
    const offer = await town.ownOffer();
    const sameKey = key();
    await dieAt('after:payment:authorised', '/api/payments/process-card', paymentFor(offer), sameKey);
    const lost = await town.db
      .selectFrom('payments')
      .selectAll()
      .where('offer_id', '=', offer.id)
      .executeTakeFirstOrThrow();
    expect(lost.state).toBe('authorised');
    const booked = await send(survivor, '/api/bookings', bookingFor(offer, { paymentId: lost.id }), key());
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
    const offer = await town.ownOffer();
    const paid = await send(survivor, '/api/payments/process-card', paymentFor(offer), key());
    const traveller = travellerOf();
    const body = bookingFor(offer, { paymentId: paid.body.paymentId }, [traveller]);
    const sameKey = key();
    await dieAt(point, '/api/bookings', body, sameKey);
    if (end === 'nothing yet') {
      const again = await send(survivor, '/api/bookings', body, key());
      expect(again.status).toBe(201);
      expect(await expectAllOrNothing(offer)).toBe('booked');
      return;
    }
    expect(await expectAllOrNothing(offer)).toBe(end);
    const repeat = await send(survivor, '/api/bookings', body, sameKey);
    expect(repeat.status).toBe(end === 'booked' ? 201 : 422);
    expect(repeat.body.accountInfo?.password).toBeUndefined();
    const mails = await eventually(async () => {
      const found = await town.mailsTo(traveller.email ?? '');
      return found.length > 0 ? found : undefined;
    });
    expect(mails).toHaveLength(1);
  });

  it.each(['before:call:void', 'after:call:void', 'after:booking:voiding'])(
    '[MONEY-24] at %s still releases the hold of a refused order',
    async (point) => {
      const offer = await town.ownOffer();
      const paid = await send(survivor, '/api/payments/process-card', paymentFor(offer), key());
      const errors = [{ type: 'airline_error', code: 'order_not_created', title: 'No', message: 'No' }];
      await town.duffel.fault({
        method: 'POST',
        path: '/air/orders',
        kind: 'status',
        status: 502,
        body: { meta: { status: 502, request_id: 'x' }, errors },
      });
      await dieAt(point, '/api/bookings', bookingFor(offer, { paymentId: paid.body.paymentId }), key());
      expect(await expectAllOrNothing(offer)).toBe('nothing');
    },
  );

  it('[MONEY-25] needs nothing but the restart of the one service that there is', async () => {
    const offer = await town.ownOffer();
    const paid = await send(survivor, '/api/payments/process-card', paymentFor(offer), key());
    await survivor.kill('SIGKILL');
    const body = bookingFor(offer, { paymentId: paid.body.paymentId });
    await dieAt('after:call:order', '/api/bookings', body, key());
    const { orders, captured } = await town.booksOf(offer);
    expect([orders.length, captured.length]).toEqual([1, 0]);
    survivor = await town.startPayments();
    expect(await expectAllOrNothing(offer)).toBe('booked');
  });
});
