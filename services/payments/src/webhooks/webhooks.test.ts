import { randomUUID } from 'node:crypto';
import type { BookingData, BookingRefund } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { formatTime } from '@fareline/presentation/formats';
import { describe, expect, it } from 'vitest';
import {
  createBookingRequest,
  createCard,
  createPassenger,
  createPaymentRequest,
} from '../testing/requests.ts';
import { payFor, sendAttempt } from '../testing/send-request.ts';
import { startSharedHarness, webhookSecrets } from '../testing/harness.ts';
import {
  createChargeEvent,
  createIntentEvent,
  createOrderEvent,
  signHeaders,
} from '../testing/webhook-events.ts';

const harness = await startSharedHarness();
// Retries only after an hour, so that earlier progress is caused by a webhook.
const service = await harness.startPayments({
  RETRY_BASE_MS: '3600000',
  RETRY_MAX_MS: '3600000',
  ORDER_SETTLE_MS: '3600000',
  ORDER_ACCEPTED_SETTLE_MS: '3600000',
});

const sendWebhook = (provider: 'stripe' | 'duffel', body: string, headers: Record<string, string>) =>
  harness.send(service, 'POST', `/api/webhooks/${provider}`, body, headers);

async function createPendingBooking(fault: Record<string, unknown>) {
  const offer = await harness.getFreshOffer();
  const paymentId = await payFor(service, offer);
  await harness.duffel.fault({ method: 'POST', path: '/air/orders', ...fault });
  const body = createBookingRequest(offer, { paymentId });
  const response = await sendAttempt(service, '/api/bookings', body);
  expect(response.status, JSON.stringify(response.body)).toBe(202);
  return { offer, id: response.body.id };
}

/** A confirmed booking, with its mailbox, order, intent and trip. */
async function book(search: Record<string, unknown> = {}) {
  const offer = await harness.getFreshOffer(search);
  const passenger = createPassenger();
  const body = createBookingRequest(offer, { cardDetails: createCard() }, [passenger]);
  const booked = await sendAttempt(service, '/api/bookings', body);
  const { id } = booked.body;
  const { intents, orders } = await harness.ledgerFor(offer);
  const session = { cookie: `session=${booked.cookies.session}` };
  const send = async (method: string, path = '') =>
    (await harness.send(service, method, `/api/bookings/${id}${path}`, undefined, session)).body;
  const readMails = async (start: string) =>
    (await harness.getEmails(passenger.email ?? '')).filter(({ subject }) => subject.startsWith(start));
  return { offer, id, orderId: orders[0]?.id, intentId: intents[0]?.id, send, readMails };
}

/** The airline's provider tells this of an order. */
async function tell(type: string, object: object): Promise<void> {
  const event = JSON.stringify({ id: `wev_${randomUUID()}`, type, live_mode: false, data: { object } });
  expect((await sendWebhook('duffel', event, signHeaders('duffel', event))).status).toBe(200);
}

const getState = async (id: string) =>
  (await harness.db.selectFrom('bookings').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state;

describe('webhooks', () => {
  it('[PROVIDER-45] returns 400 for a missing or wrong signature', async () => {
    const events = {
      stripe: createIntentEvent('payment_intent.canceled', 'pi_unknown'),
      duffel: createOrderEvent('order.created', randomUUID(), 'off_unknown'),
    };
    for (const provider of ['stripe', 'duffel'] as const) {
      const event = events[provider];
      const signed = signHeaders(provider, event);
      for (const [body, headers] of [
        [event, {}],
        [event, signHeaders(provider, event, 'another-secret')],
        [`${event} `, signed],
      ] as const)
        expect((await sendWebhook(provider, body, headers)).status).toBe(400);
      expect((await sendWebhook(provider, event, signed)).status).toBe(200);
    }
  });

  it('[CARE-04] takes what is signed and is none of ours, of whatever shape', async () => {
    for (const provider of ['stripe', 'duffel'] as const)
      for (const body of ['{"id":"evt_1"}', '{"data":[]}', '[]', '"text"', 'no JSON']) {
        expect((await sendWebhook(provider, body, signHeaders(provider, body))).status, body).toBe(200);
        const unsigned = await sendWebhook(provider, body, signHeaders(provider, body, 'another-secret'));
        expect(unsigned.status, body).toBe(400);
      }
  });

  it('[ELEMENT-05] takes events of a mode only with the secret of that mode, and applies them to its bookings only', async () => {
    const { id, offer } = await createPendingBooking({ kind: 'status', status: 500 });
    const live = createOrderEvent('order.creation_failed', id, offer.id).replace(
      '"live_mode":false',
      '"live_mode":true',
    );
    expect((await sendWebhook('duffel', live, signHeaders('duffel', live))).status).toBe(400);
    const ofLive = signHeaders('duffel', live, webhookSecrets.duffelLive);
    expect((await sendWebhook('duffel', live, ofLive)).status).toBe(200);
    const { order_failed } = await harness.db
      .selectFrom('bookings')
      .select('order_failed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(order_failed).toBe(false);
    const intent = createIntentEvent('payment_intent.canceled', 'pi_unknown').replace(
      '"livemode":false',
      '"livemode":true',
    );
    expect((await sendWebhook('stripe', intent, signHeaders('stripe', intent))).status).toBe(400);
    const ofLiveCards = signHeaders('stripe', intent, webhookSecrets.stripeLive);
    expect((await sendWebhook('stripe', intent, ofLiveCards)).status).toBe(200);
  });

  it('[PROVIDER-45] [PROVIDER-34] finds the order after a webhook event, also when it is delivered several times', async () => {
    const { offer, id } = await createPendingBooking({ kind: 'commit_late', delayMs: 1000 });
    await eventually(async () => ((await harness.ledgerFor(offer)).orders.length === 1 ? true : undefined));
    expect(await getState(id)).toBe('pending');
    const event = createOrderEvent('order.created', id, offer.id);
    await Promise.all([1, 2, 3].map(() => sendWebhook('duffel', event, signHeaders('duffel', event))));
    await harness.waitUntilProcessed(offer);
    expect(await getState(id)).toBe('confirmed');
    expect((await harness.ledgerFor(offer)).captured).toHaveLength(1);
  });

  it('[PROVIDER-45] does not change a confirmed booking after outdated or false events', async () => {
    const offer = await harness.getFreshOffer();
    const paymentId = await payFor(service, offer);
    const body = createBookingRequest(offer, { paymentId });
    const booked = await sendAttempt(service, '/api/bookings', body);
    const { intents } = await harness.ledgerFor(offer);
    const events = [
      ['duffel', createOrderEvent('order.creation_failed', booked.body.id, offer.id)],
      ['stripe', createIntentEvent('payment_intent.canceled', intents[0]?.id ?? '')],
      ['stripe', createIntentEvent('payment_intent.amount_capturable_updated', intents[0]?.id ?? '')],
    ] as const;
    for (const [provider, text] of events)
      expect((await sendWebhook(provider, text, signHeaders(provider, text))).status).toBe(200);
    expect(await getState(booked.body.id)).toBe('confirmed');
    const ledger = await harness.ledgerFor(offer);
    expect([ledger.orders.length, ledger.captured.length]).toEqual([1, 1]);
  });

  it('[PROVIDER-45] [PROVIDER-34] voids the authorisation after an event that the order failed', async () => {
    const { offer, id } = await createPendingBooking({ kind: 'status', status: 500 });
    const event = createOrderEvent('order.creation_failed', id, offer.id);
    await sendWebhook('duffel', event, signHeaders('duffel', event));
    await harness.waitUntilProcessed(offer);
    expect(await getState(id)).toBe('voided');
    expect((await harness.ledgerFor(offer)).uncaptured).toHaveLength(0);
  });

  it('[PROVIDER-45] [PROVIDER-34] finds the order by its offer after an event without our booking id', async () => {
    const { offer, id } = await createPendingBooking({ kind: 'commit_late', delayMs: 1000 });
    await eventually(async () => ((await harness.ledgerFor(offer)).orders.length === 1 ? true : undefined));
    const event = JSON.stringify({
      ...{ id: `wev_${randomUUID()}`, type: 'order.created', live_mode: false },
      data: { object: { offer_id: offer.id } },
    });
    await sendWebhook('duffel', event, signHeaders('duffel', event));
    await harness.waitUntilProcessed(offer);
    expect(await getState(id)).toBe('confirmed');
  });

  it('[PROVIDER-45] [MONEY-25] retries a failed capture after an event of its intent', async () => {
    const offer = await harness.getFreshOffer();
    const paymentId = await payFor(service, offer);
    const path = '^/v1/payment_intents/.*/capture$';
    await harness.stripe.fault({ path, kind: 'status', status: 500, times: 3 });
    const body = createBookingRequest(offer, { paymentId });
    const { id } = (await sendAttempt(service, '/api/bookings', body)).body;
    expect(await getState(id)).toBe('capturing');
    const { intents } = await harness.ledgerFor(offer);
    const event = createIntentEvent('payment_intent.amount_capturable_updated', intents[0]?.id ?? '');
    await sendWebhook('stripe', event, signHeaders('stripe', event));
    await harness.waitUntilProcessed(offer);
    expect(await getState(id)).toBe('confirmed');
  });

  it('[REVIEW-01] queues fraud warnings and changes by the airline, once each, and tells the traveller', async () => {
    const { id, orderId, intentId, readMails } = await book();
    const warning = JSON.stringify({
      ...{ id: `evt_${randomUUID()}`, object: 'event', type: 'radar.early_fraud_warning.created' },
      data: { object: { id: `issfr_${id}`, object: 'radar.early_fraud_warning', payment_intent: intentId } },
    });
    const change = JSON.stringify({
      ...{ id: `wev_${randomUUID()}`, type: 'order.airline_initiated_change_detected' },
      data: { object: { id: 'aic_1', order_id: orderId } },
    });
    const events = [
      ['stripe', warning],
      ['duffel', change],
    ] as const;
    for (const [provider, text] of [...events, ...events])
      expect((await sendWebhook(provider, text, signHeaders(provider, text))).status).toBe(200);
    expect(await harness.getOpenCases(id)).toEqual(['airline_change', 'fraud_warning']);
    await eventually(async () =>
      (await readMails('The airline has changed')).length === 1 ? true : undefined,
    );
  });

  it('[TRIP-05] shows the old and the new times of a change by the airline on the trip and in its mail', async () => {
    const { orderId = '', send, readMails } = await book({ origin: 'LHR', destination: 'LTN' });
    const readTrip = async () => JSON.parse(String((await send('GET')).bookingData)) as BookingData;
    const before = await readTrip();
    await harness.delayOrder(orderId);
    await tell('order.airline_initiated_change_detected', { id: 'aic_1', order_id: orderId });
    const after = await readTrip();
    expect(after.earlier_slices).toEqual(before.slices);
    const getTime = ({ slices }: BookingData) => slices[0]?.segments[0]?.departing_at ?? '';
    const delayed = Date.parse(`${getTime(before)}Z`) + 3_600_000;
    expect(Date.parse(`${getTime(after)}Z`)).toBe(delayed);
    expect(after.slices[0]?.departure_time).toBe(getTime(after));
    expect(after.slices[0]?.segments[0]?.id).toBe(before.slices[0]?.segments[0]?.id);
    const mail = await eventually(async () => (await readMails('The airline has changed'))[0]);
    const format = (data: BookingData) => formatTime(getTime(data));
    const [, earlier, now] = mail.text.replaceAll(/=\r?\n/g, '').split(/^(?:Before|Now)$/m);
    expect(earlier).toContain(format(before));
    expect(now).toContain(format(after));
  });

  it('[LEDGER-02] a booking that the airline cancelled ends as such, with one case and one mail, until support has refunded it', async () => {
    const { offer, id, orderId: order_id, send, readMails } = await book();
    // Before the airline says so, an event alone ends nothing.
    await tell('order_cancellation.confirmed', { order_id });
    expect(await getState(id)).toBe('confirmed');
    // A second change is told as well; the object of an event may be the order itself.
    await tell('order.airline_initiated_change_detected', { id: 'aic_1', order_id });
    await tell('order.airline_initiated_change_detected', { id: order_id });
    await harness.cancelOrder(order_id);
    await tell('order_cancellation.confirmed', { id: 'ore_1', order_id });
    await tell('order_cancellation.confirmed', { id: order_id });
    expect(await getState(id)).toBe('cancelled_by_airline');
    expect(await harness.getOpenCases(id)).toEqual(['airline_change', 'airline_change', 'airline_change']);
    const countMails = async (start: string) => (await readMails(start)).length;
    await eventually(async () => (await countMails('The airline has cancelled')) === 1 || undefined);
    await eventually(async () => (await countMails('The airline has changed')) === 2 || undefined);

    const readTrip = () => send('GET');
    expect(await readTrip()).toMatchObject({ status: 'cancelled', refund: { state: 'owed' } });
    const quote = await send('POST', '/cancellation-quote');
    expect(quote.message).toMatch(/^The airline has cancelled this booking\./);

    const support = await harness.signUpSupport();
    const action = { actionId: randomUUID(), action: 'refund', amount: offer.total_amount };
    await harness.send(service, 'POST', `/api/review/bookings/${id}/actions`, action, support);
    await eventually(async () => ((await readTrip()).refund as BookingRefund).state === 'paid' || undefined);
    expect((await readTrip()).refund).toMatchObject({ amount: offer.total_amount });
    await eventually(async () => (await countMails('A refund of your booking')) === 1 || undefined);
    expect(await getState(id)).toBe('cancelled_by_airline');
  });

  it('[PROVIDER-45] accepts an event for an unknown booking, intent, refund or dispute', async () => {
    for (const [provider, text] of [
      ['duffel', createOrderEvent('order.created', 'no-uuid', 'off_unknown')],
      ['duffel', JSON.stringify({ id: 'wev_1', type: 'ping.triggered', live_mode: false, data: {} })],
      ['stripe', createIntentEvent('payment_intent.succeeded', 'pi_unknown')],
      ['stripe', createChargeEvent('refund.failed', { id: 're_unknown', object: 'refund' }, 'pi_unknown')],
      [
        'stripe',
        createChargeEvent('charge.dispute.created', { id: 'du_unknown', object: 'dispute' }, 'pi_unknown'),
      ],
    ] as const)
      expect((await sendWebhook(provider, text, signHeaders(provider, text))).status).toBe(200);
  });

  it('[REVIEW-05] [LEDGER-09] voids an authorisation that the card provider has made although it refused the request', async () => {
    const offer = await harness.getFreshOffer();
    const body = { error: { type: 'invalid_request_error', code: 'parameter_unknown', message: 'x' } };
    const fault = { kind: 'commit_and_status', status: 400, body };
    await harness.stripe.fault({ method: 'POST', path: '^/v1/payment_intents$', ...fault });
    const refused = await sendAttempt(service, '/api/payments/process-card', createPaymentRequest(offer));
    expect(refused.body.error).toBe('PAYMENT_UNAVAILABLE');
    const [intent] = (await harness.ledgerFor(offer)).intents;
    expect(intent?.status).toBe('requires_capture');
    const { id = '', metadata = {} } = intent ?? {};
    const event = createIntentEvent('payment_intent.amount_capturable_updated', id, metadata);
    expect((await sendWebhook('stripe', event, signHeaders('stripe', event))).status).toBe(200);
    await eventually(async () =>
      (await harness.ledgerFor(offer)).intents[0]?.status === 'canceled' ? true : undefined,
    );
  });
});
