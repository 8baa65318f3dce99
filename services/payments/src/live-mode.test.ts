import { eventually, type Program } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHarness, type Harness } from './testing/harness.ts';
import { sendAttempt } from './testing/send-request.ts';
import { createBookingRequest, createPaymentRequest } from './testing/requests.ts';

let harness: Harness;
let service: Program;

beforeAll(async () => {
  harness = await startHarness();
  service = await harness.startPayments();
}, 90_000);
afterAll(async () => {
  await harness.setLiveMode(false);
  await harness.stop();
});

const processCard = (body: unknown) => sendAttempt(service, '/api/payments/process-card', body);
const createBooking = (body: unknown) => sendAttempt(service, '/api/bookings', body);

const findMode = (bookingId: string) =>
  harness.db
    .selectFrom('bookings')
    .innerJoin('payments', 'payments.booking_id', 'bookings.id')
    .select(['bookings.mode', 'payments.mode as paymentMode'])
    .where('bookings.id', '=', bookingId)
    .executeTakeFirstOrThrow();

// The provider refuses to order an offer of the other mode.
it('[API-39] [MODE-04] [MODE-05] [MODE-06] [MODE-07] [PROVIDER-43] finishes a booking in its mode and makes the next one in live mode', async () => {
  const testOffer = await harness.getFreshOffer();
  const { body: testPayment } = await processCard(createPaymentRequest(testOffer));
  await harness.setLiveMode(true);
  await eventually(async () => {
    const { body } = await processCard(createPaymentRequest(testOffer, { amount: '1.00' }));
    return body.error === 'OFFER_EXPIRED' || undefined;
  });

  const testBooking = await createBooking(createBookingRequest(testOffer, testPayment));
  expect(testBooking.status, JSON.stringify(testBooking.body)).toBe(201);
  expect(await findMode(testBooking.body.id)).toEqual({ mode: 'test', paymentMode: 'test' });
  expect((await harness.ledgerFor(testOffer)).captured).toMatchObject([{ livemode: false }]);

  const liveOffer = await harness.getFreshOffer();
  // An open booking of the same trip in the other mode does not count.
  const slices = JSON.stringify(liveOffer.slices);
  await harness.db
    .updateTable('bookings')
    .set({
      state: 'needs_review',
      booking_data: sql<string>`jsonb_set(booking_data, '{slices}', ${slices}::jsonb)`,
    })
    .execute();
  const { body: livePayment } = await processCard(createPaymentRequest(liveOffer));
  const liveBooking = await createBooking(createBookingRequest(liveOffer, livePayment));
  expect(liveBooking.status, JSON.stringify(liveBooking.body)).toBe(201);
  expect(await findMode(liveBooking.body.id)).toEqual({ mode: 'live', paymentMode: 'live' });
  expect((await harness.ledgerFor(liveOffer)).captured).toMatchObject([{ livemode: true }]);
});
