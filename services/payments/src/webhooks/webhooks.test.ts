import { createHmac, randomUUID } from 'node:crypto';
import { eventually, type Program } from '@fareline/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBookingRequest, idempotencyHeader, createPaymentRequest } from '../testing/requests.ts';
import { startHarness, webhookSecrets, type Harness } from '../testing/harness.ts';

let harness: Harness;
let service: Program;

beforeAll(async () => {
  harness = await startHarness();
  // Only a webhook can hurry this one: it looks again after an hour.
  service = await harness.startPayments({
    RETRY_BASE_MS: '3600000',
    RETRY_MAX_MS: '3600000',
    ORDER_SETTLE_MS: '3600000',
    ORDER_ACCEPTED_SETTLE_MS: '3600000',
  });
}, 90_000);
afterAll(() => harness.stop());

const signed = (provider: 'stripe' | 'duffel', body: string, secret: string = webhookSecrets[provider]) => {
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const name = provider === 'stripe' ? 'stripe-signature' : 'x-duffel-signature';
  return { 'content-type': 'application/json', [name]: `t=${time},v1=${signature}` };
};
const hook = (provider: 'stripe' | 'duffel', body: string, headers: Record<string, string>) =>
  harness.send(service, 'POST', `/api/webhooks/${provider}`, body, headers);

const orderEvent = (type: string, bookingId: string, offerId: string, id = `wev_${randomUUID()}`) =>
  JSON.stringify({
    id,
    type,
    data: { object: { offer_id: offerId, metadata: { booking_id: bookingId } } },
  });
const intentEvent = (type: string, intentId: string) =>
  JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type,
    data: { object: { id: intentId, object: 'payment_intent' } },
  });

async function pendingBooking(fault: Record<string, unknown>) {
  const offer = await harness.getFreshOffer();
  const paid = await harness.send(
    service,
    'POST',
    '/api/payments/process-card',
    createPaymentRequest(offer),
    idempotencyHeader(),
  );
  await harness.duffel.fault({ method: 'POST', path: '/air/orders', ...fault });
  const body = createBookingRequest(offer, { paymentId: paid.body.paymentId });
  const answer = await harness.send(service, 'POST', '/api/bookings', body, idempotencyHeader());
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return { offer, id: answer.body.id };
}

const stateOf = async (id: string) =>
  (await harness.db.selectFrom('bookings').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state;

describe('webhooks', () => {
  it('[PROVIDER-45] refuses a message without, or with a wrong signature', async () => {
    for (const provider of ['stripe', 'duffel'] as const) {
      expect((await hook(provider, '{}', {})).status).toBe(400);
      expect((await hook(provider, '{}', signed(provider, '{}', 'another-secret'))).status).toBe(400);
      expect((await hook(provider, '{ }', signed(provider, '{}'))).status).toBe(400);
    }
  });

  it('[PROVIDER-45] [PROVIDER-34] finds the order when the provider tells of it, however often it does', async () => {
    const { offer, id } = await pendingBooking({ kind: 'commit_late', delayMs: 300 });
    await eventually(async () => ((await harness.ledgerFor(offer)).orders.length === 1 ? true : undefined));
    expect(await stateOf(id)).toBe('pending');
    const event = orderEvent('order.created', id, offer.id);
    await Promise.all([1, 2, 3].map(() => hook('duffel', event, signed('duffel', event))));
    await harness.waitUntilSettled(offer);
    expect(await stateOf(id)).toBe('confirmed');
    expect((await harness.ledgerFor(offer)).captured).toHaveLength(1);
  });

  it('[PROVIDER-45] undoes nothing that is known better with late or false news', async () => {
    const offer = await harness.getFreshOffer();
    const paid = await harness.send(
      service,
      'POST',
      '/api/payments/process-card',
      createPaymentRequest(offer),
      idempotencyHeader(),
    );
    const body = createBookingRequest(offer, { paymentId: paid.body.paymentId });
    const booked = await harness.send(service, 'POST', '/api/bookings', body, idempotencyHeader());
    const { intents } = await harness.ledgerFor(offer);
    const messages = [
      ['duffel', orderEvent('order.creation_failed', booked.body.id, offer.id)],
      ['stripe', intentEvent('payment_intent.canceled', intents[0]?.id ?? '')],
      ['stripe', intentEvent('payment_intent.amount_capturable_updated', intents[0]?.id ?? '')],
    ] as const;
    for (const [provider, text] of messages)
      expect((await hook(provider, text, signed(provider, text))).status).toBe(200);
    expect(await stateOf(booked.body.id)).toBe('confirmed');
    const books = await harness.ledgerFor(offer);
    expect([books.orders.length, books.captured.length]).toEqual([1, 1]);
  });

  it('[PROVIDER-45] [PROVIDER-34] releases the hold when the provider tells that there will be no order', async () => {
    const { offer, id } = await pendingBooking({ kind: 'status', status: 500 });
    const event = orderEvent('order.creation_failed', id, offer.id);
    await hook('duffel', event, signed('duffel', event));
    await harness.waitUntilSettled(offer);
    expect(await stateOf(id)).toBe('voided');
    expect((await harness.ledgerFor(offer)).uncaptured).toHaveLength(0);
  });

  it('[PROVIDER-45] takes a message for a booking or an intent that it does not know', async () => {
    for (const [provider, text] of [
      ['duffel', orderEvent('order.created', 'no-uuid', 'off_unknown')],
      ['duffel', JSON.stringify({ id: 'wev_1', type: 'ping.triggered', data: {} })],
      ['stripe', intentEvent('payment_intent.succeeded', 'pi_unknown')],
    ] as const)
      expect((await hook(provider, text, signed(provider, text))).status).toBe(200);
  });
});
