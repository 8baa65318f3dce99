import { eventually, type Program } from '@fareline/service-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createBookingRequest,
  idempotencyHeader,
  createPaymentRequest,
  createTraveller,
} from './testing/requests.ts';
import { startHarness, type Harness } from './testing/harness.ts';

let harness: Harness;
let survivor: Program;

beforeAll(async () => {
  harness = await startHarness();
  survivor = await harness.startPayments();
}, 90_000);
afterAll(() => harness.stop());

interface Line {
  msg: string;
  reqId?: string;
  booking?: string;
  state?: string;
}

const linesOf = (program: Program): Line[] =>
  program
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

it('keeps a booking’s request id in every line about it, in the process that takes over too', async () => {
  const offer = await harness.getFreshOffer();
  const paid = await harness.send(
    survivor,
    'POST',
    '/api/payments/process-card',
    createPaymentRequest(offer),
    idempotencyHeader(),
  );
  const victim = await harness.startPayments({ KILL_POINT: 'after:call:order', SWEEP_EVERY_MS: '600000' });
  const traveller = createTraveller();
  const body = createBookingRequest(offer, { paymentId: paid.body.paymentId }, [traveller]);
  const headers = { ...idempotencyHeader(), 'x-request-id': 'booking-request-of-the-test' };
  await harness.send(victim, 'POST', '/api/bookings', body, headers).catch(() => 'cut off');
  await harness.waitUntilSettled(offer);
  await eventually(async () =>
    (await harness.getMails(traveller.email ?? '')).length > 0 ? true : undefined,
  );

  const { id } = await harness.db
    .selectFrom('bookings')
    .select('id')
    .where('offer_id', '=', offer.id)
    .executeTakeFirstOrThrow();
  const about = [victim, survivor].flatMap(linesOf).filter((line) => line.booking === id);
  expect(about.filter(({ reqId }) => reqId !== 'booking-request-of-the-test')).toEqual([]);
  expect(about.flatMap(({ state }) => state ?? [])).toEqual(
    expect.arrayContaining(['ordering', 'ordered', 'capturing', 'confirmed']),
  );
  const atAccounts = await eventually(() =>
    linesOf(harness.accounts).find(({ reqId }) => reqId === 'booking-request-of-the-test'),
  );
  expect(atAccounts.msg).toBe('request completed');
});
