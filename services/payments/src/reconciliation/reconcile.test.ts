import type { Offer } from '@fareline/contracts';
import { eventually, type Program } from '@fareline/service-kit/testing';
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHarness, type Harness } from '../testing/harness.ts';
import {
  createBookingRequest,
  createCard,
  createPaymentRequest,
  idempotencyHeader,
} from '../testing/requests.ts';

let harness: Harness;
let service: Program;
let stripe: Stripe;

beforeAll(async () => {
  harness = await startHarness();
  service = await harness.startPayments({ RECONCILE_EVERY_MS: '200', RECONCILE_MARGIN_MS: '0' });
  const { hostname: host, port } = new URL(harness.stripeProgram.url);
  stripe = new Stripe('sk_test_payments', { host, port, protocol: 'http', telemetry: false });
}, 90_000);
afterAll(() => harness.stop());

interface TestBooking {
  offer: Offer;
  id: string;
  paymentId: string;
  intentId: string;
  orderId: string;
  cookie: string;
}

async function book(): Promise<TestBooking> {
  const offer = await harness.getFreshOffer(
    {},
    ({ conditions }) => Number(conditions.refund_penalty_amount) > 0,
  );
  const request = createBookingRequest(offer, { cardDetails: createCard() });
  const { status, body, cookies } = await harness.send(
    service,
    'POST',
    '/api/bookings',
    request,
    idempotencyHeader(),
  );
  expect(status, JSON.stringify(body)).toBe(201);
  const row = await harness.db
    .selectFrom('bookings')
    .innerJoin('payments', 'payments.id', 'bookings.payment_id')
    .select(['payments.id as paymentId', 'intent_id as intentId', 'order_id as orderId'])
    .where('bookings.id', '=', body.id)
    .executeTakeFirstOrThrow();
  return {
    offer,
    id: body.id,
    paymentId: row.paymentId,
    intentId: row.intentId ?? '',
    orderId: row.orderId ?? '',
    cookie: `session=${cookies.session}`,
  };
}

async function callDuffel(path: string, data: object = {}): Promise<string> {
  const response = await fetch(`${harness.duffelProgram.url}/air${path}`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer duffel_test_payments',
      'duffel-version': 'v2',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ data }),
  });
  return ((await response.json()) as { data: { id: string } }).data.id;
}

/** The next run that begins after this call, when it has ended. */
async function waitForRun() {
  const { now } = await harness.db
    .selectNoFrom(({ fn }) => fn<Date>('now', []).as('now'))
    .executeTakeFirstOrThrow();
  return eventually(() =>
    harness.db
      .selectFrom('reconciliations')
      .selectAll()
      .where('mode', '=', 'test')
      .where('since', '>', new Date(now.getTime() - 3 * 86_400_000))
      .orderBy('id')
      .executeTakeFirst(),
  );
}

/** Open cases of the reconciler, by what they are about. */
const getCases = async () =>
  harness.db
    .selectFrom('review_cases')
    .select(['subject', 'booking_id', 'payment_id'])
    .where('closed_at', 'is', null)
    .where('kind', 'in', ['reconciliation', 'refund_failed'])
    .orderBy('subject')
    .execute();

const createHold = (paymentId: string) =>
  stripe.paymentIntents.create({
    amount: 12_300,
    currency: 'usd',
    capture_method: 'manual',
    confirm: true,
    payment_method: 'pm_card_visa',
    allowed_payment_method_types: ['card'],
    metadata: { payment_id: paymentId },
  });

it('[REVIEW-06] compares every page of both providers and finds nothing wrong with bookings, refunds and declined cards', async () => {
  await book();
  const cancelled = await book();
  const { body } = await harness.send(service, 'POST', `/api/bookings/${cancelled.id}/cancel`, undefined, {
    cookie: cancelled.cookie,
  });
  expect(body.success, JSON.stringify(body)).toBe(true);
  const offer = await harness.getFreshOffer();
  const declinedCard = createPaymentRequest(offer, { cardDetails: createCard('4000000000000002') });
  await harness.send(service, 'POST', '/api/payments/process-card', declinedCard, idempotencyHeader());
  for (let count = 0; count < 101; count += 1)
    await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      metadata: { payment_id: randomUUID() },
    });
  await harness.waitUntilProcessed(cancelled.offer);

  const run = await waitForRun();
  expect(run).toMatchObject({ refunds: 1, orders: 2, findings: 0, repaired: 0 });
  expect(run.intents).toBeGreaterThanOrEqual(104);
  expect(await getCases()).toEqual([]);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/\nreconciliation_age_seconds\{mode="test"\} [\d.]+\n/);
});

it('[REVIEW-06] releases a card that is held for a payment that counts as unpaid', async () => {
  const offer = await harness.getFreshOffer();
  const declinedCard = createPaymentRequest(offer, { cardDetails: createCard('4000000000000002') });
  await harness.send(service, 'POST', '/api/payments/process-card', declinedCard, idempotencyHeader());
  const { id } = await harness.db
    .selectFrom('payments')
    .select('id')
    .where('offer_id', '=', offer.id)
    .executeTakeFirstOrThrow();
  const hold = await createHold(id);
  await eventually(async () => {
    const { status } = await stripe.paymentIntents.retrieve(hold.id);
    return status === 'canceled' || undefined;
  });
  await waitForRun();
  expect(await getCases()).toEqual([]);
});

it('[REVIEW-06] puts into the review queue what someone changed at a provider or a restored backup has lost, once', async () => {
  const [cancelledByAirline, refundedByHand, lost] = [await book(), await book(), await book()];
  const cancellationId = await callDuffel('/order_cancellations', { order_id: cancelledByAirline.orderId });
  await callDuffel(`/order_cancellations/${cancellationId}/actions/confirm`);
  const refund = await stripe.refunds.create({ payment_intent: refundedByHand.intentId, amount: 500 });
  await harness.db.deleteFrom('booking_steps').where('booking_id', '=', lost.id).execute();
  await harness.db.deleteFrom('outbox').where('booking_id', '=', lost.id).execute();
  await harness.db.updateTable('idempotency_keys').set({ payment_id: null, booking_id: null }).execute();
  await harness.db.deleteFrom('bookings').where('id', '=', lost.id).execute();
  await harness.db.deleteFrom('payments').where('id', '=', lost.paymentId).execute();
  const expected = [
    {
      subject: `order_cancelled:${cancelledByAirline.orderId}`,
      booking_id: cancelledByAirline.id,
      payment_id: cancelledByAirline.paymentId,
    },
    { subject: `order_unknown:${lost.orderId}`, booking_id: null, payment_id: null },
    { subject: `payment_unknown:${lost.intentId}`, booking_id: null, payment_id: null },
    {
      subject: `refund_unknown:${refund.id}`,
      booking_id: refundedByHand.id,
      payment_id: refundedByHand.paymentId,
    },
  ];
  await eventually(async () => ((await getCases()).length === 4 ? true : undefined));
  expect(await getCases()).toEqual(expected);

  await harness.db.updateTable('review_cases').set({ closed_at: new Date(), closed_by: 'ada' }).execute();
  expect(await waitForRun()).toMatchObject({ findings: 4, repaired: 0 });
  expect(await getCases()).toEqual([]);
});
