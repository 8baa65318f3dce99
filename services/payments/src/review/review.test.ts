// Each test makes a booking that a person decides about, whose ledgers are compared afterwards.
import { randomUUID } from 'node:crypto';
import type {
  BookingRecord,
  BookingRefund,
  Offer,
  ReviewCasePage,
  ReviewedBookingPage,
} from '@fareline/contracts';
import { Duffel } from '@duffel/api';
import { defaultBrand } from '@fareline/contracts/schemas';
import { eventually } from '@fareline/service-kit/testing';
import { refundFormats } from '@fareline/ui-theme/formats';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import { sendAttempt } from '../testing/send-request.ts';
import { createBookingRequest, createCard, createPassenger } from '../testing/requests.ts';
import { createChargeEvent, signHeaders } from '../testing/webhook-events.ts';
import { readBookingRecord } from './booking-record.ts';

const harness = await startSharedHarness();
const { hostname: host, port } = new URL(harness.stripeProgram.url);
const stripe = new Stripe('sk_test_payments', { host, port, protocol: 'http', telemetry: false });
const duffel = new Duffel({ token: 'duffel_test_payments', basePath: harness.duffelProgram.url });
const service = await harness.startPayments({ GIVE_UP_AFTER_MS: '1' });
const support = await harness.signUp();
await sql`update ${sql.table(`${harness.schema}_accounts.users`)} set is_support = true`.execute(harness.db);
afterEach(async () => {
  await harness.duffel.clearFaults();
  await harness.stripe.clearFaults();
});

const get = (path: string, session = support) =>
  harness.send(service, 'GET', `/api/review/${path}`, undefined, session);
const getRecord = async (id: string): Promise<BookingRecord> => (await get(`bookings/${id}`)).body as never;
const act = (id: string, body: object, session = support) =>
  harness.send(
    service,
    'POST',
    `/api/review/bookings/${id}/actions`,
    { actionId: randomUUID(), ...body },
    session,
  );

const requestQuote = ({ id }: TestBooking) =>
  harness.send(service, 'POST', `/api/review/bookings/${id}/cancellation-quote`, undefined, support);

interface TestBooking {
  offer: Offer;
  id: string;
  email: string;
  session: Record<string, string>;
  statusToken: string;
}

async function book(lastName = 'Byron', card?: string): Promise<TestBooking> {
  const offer = await harness.getFreshOffer(
    {},
    ({ conditions }) => Number(conditions.refund_penalty_amount) > 0,
  );
  const passenger = createPassenger({ lastName });
  const request = createBookingRequest(offer, { cardDetails: createCard(card) }, [passenger]);
  const { body, cookies } = await sendAttempt(service, '/api/bookings', request);
  expect(body.id, JSON.stringify(body)).toBeTruthy();
  return {
    offer,
    id: body.id,
    email: passenger.email ?? '',
    session: { cookie: `session=${cookies.session}` },
    statusToken: body.statusToken,
  };
}

const getIntentId = async ({ id }: TestBooking) => (await getRecord(id)).payment.intentId ?? '';

/** A booking whose order exists and whose capture kept failing until it was given up. */
/** The card provider has a dispute of a booking's payment in this state, and tells. */
async function tellDispute(booking: TestBooking, status: 'needs_response' | 'lost', amount?: number) {
  const payment_intent = await getIntentId(booking);
  const input = { payment_intent, status, amount };
  const { id } = (await harness.stripe.control('POST', 'disputes', input)) as { id: string };
  const type = status === 'lost' ? 'charge.dispute.closed' : 'charge.dispute.created';
  const event = createChargeEvent(type, { id, object: 'dispute' }, payment_intent);
  await harness.send(service, 'POST', '/api/webhooks/stripe', event, signHeaders('stripe', event));
}

/** The airline's provider tells that an order is cancelled, by whomever. */
async function tellCancelled(order_id: string | undefined) {
  const event = JSON.stringify({
    ...{ id: `wev_${randomUUID()}`, type: 'order_cancellation.confirmed', live_mode: false },
    data: { object: { order_id } },
  });
  await harness.send(service, 'POST', '/api/webhooks/duffel', event, signHeaders('duffel', event));
}

async function bookUntilCaptureFails(): Promise<TestBooking> {
  await harness.stripe.fault({
    path: '^/v1/payment_intents/.*/capture$',
    kind: 'status',
    status: 500,
    times: 100,
  });
  const booking = await book();
  await eventually(async () => ((await getRecord(booking.id)).state === 'needs_review' ? true : undefined));
  await harness.stripe.clearFaults();
  return booking;
}

const readRefunds = async ({ offer }: TestBooking) => {
  const { captured } = await harness.ledgerFor(offer);
  const { refunds } = await harness.stripe.ledger();
  return refunds
    .filter(({ payment_intent }) => payment_intent === captured[0]?.id)
    .map(({ amount }) => amount);
};

const readTripRefund = async ({ id, session }: TestBooking) =>
  (await harness.send(service, 'GET', `/api/bookings/${id}`, undefined, session)).body
    .refund as BookingRefund;

const possible = ({ actions }: BookingRecord) => actions.map(({ action }) => action);

describe('bookings for support', () => {
  it('[REVIEW-04] are found by reference, id, name, email address and state, and never by a pattern', async () => {
    const booking = await book('Lovelace-Search');
    const { reference, payment } = await getRecord(booking.id);
    const find = async (query: object) => {
      const { body } = await get(`bookings?${new URLSearchParams({ ...query })}`);
      return (body as unknown as ReviewedBookingPage).bookings.map(({ id }) => id);
    };
    const texts = [
      reference,
      booking.id,
      payment.id,
      payment.intentId,
      'ada lovelace-s',
      booking.email.toUpperCase(),
    ];
    for (const text of texts) expect(await find({ text: text ?? '' }), String(text)).toEqual([booking.id]);
    expect(await find({ text: 'lovelace', state: 'confirmed' })).toEqual([booking.id]);
    expect(await find({ text: 'lovelace', state: 'voided' })).toEqual([]);
    for (const text of ['%lovelace%', '%', '\\', 'lovelace\\'])
      expect(await find({ text }), text).toEqual([]);
  });

  it('[REVIEW-01] [SECURITY-10] have steps, money, mails and provider ids, and no document or secret', async () => {
    const booking = await book();
    await eventually(async () => ((await getRecord(booking.id)).mails[0]?.sentAt ? true : undefined));
    const record = await getRecord(booking.id);
    const { orders, captured } = await harness.ledgerFor(booking.offer);
    expect(record).toMatchObject({
      state: 'confirmed',
      amount: booking.offer.total_amount,
      currency: 'USD',
      contactEmail: booking.email,
      reference: orders[0]?.booking_reference,
      order: { id: orders[0]?.id, amount: orders[0]?.total_amount },
      payment: { state: 'captured', intentId: captured[0]?.id, card: { brand: 'visa', last4: '4242' } },
      passengers: ['Ada Byron (adult)'],
      refunds: [],
      cases: [],
      openCases: 0,
    });
    for (const flight of record.flights)
      expect(flight).toMatch(/^\w+ [A-Z]{3} to [A-Z]{3}, \d{4}-\d\d-\d\d \d\d:\d\d local time$/);
    expect(record.steps.map(({ state }) => state)).toEqual([
      'authorised',
      'ordering',
      'ordered',
      'capturing',
      'confirmed',
    ]);
    expect(possible(record)).toEqual(['cancel', 'refund', 'contact', 'write', 'resend', 'note']);
    const text = JSON.stringify(record);
    for (const secret of ['X1234567', '1990-12-10', '4242424242424242', 'claim', 'password'])
      expect(text).not.toContain(secret);
    expect((await get(`bookings/${randomUUID()}`)).body.error).toBe('BOOKING_NOT_FOUND');
  });

  it('[REVIEW-04] are not shown to travellers, not even their own', async () => {
    const booking = await book();
    for (const session of [booking.session, {}]) {
      const status = session === booking.session ? 403 : 401;
      expect((await get('cases', session)).status).toBe(status);
      expect((await get(`bookings/${booking.id}`, session)).status).toBe(status);
      expect((await act(booking.id, { action: 'note', text: 'mine' }, session)).status).toBe(status);
    }
    expect((await getRecord(booking.id)).history).toEqual([]);
  });
});

describe('actions of support', () => {
  it('[REVIEW-02] retry goes on from the step that stopped, closes the case, and does so once for two presses', async () => {
    const booking = await bookUntilCaptureFails();
    const before = await getRecord(booking.id);
    expect(before.cases).toMatchObject([{ kind: 'booking', closedAt: null }]);
    expect(before.actions[0]).toEqual({
      action: 'retry',
      effect: 'Tries again to charge the card for the order that exists.',
    });
    expect(possible(before)).not.toContain('void');
    const request = { action: 'retry', actionId: randomUUID(), text: 'Stripe is back' };
    const presses = await Promise.all([act(booking.id, request), act(booking.id, request)]);
    expect(presses.map(({ status }) => status)).toEqual([200, 200]);
    await harness.waitUntilProcessed(booking.offer);
    const record = await getRecord(booking.id);
    expect(record).toMatchObject({ state: 'confirmed', openCases: 0, payment: { state: 'captured' } });
    expect(record.cases[0]?.closedBy).toMatch(/^user/);
    expect(record.history).toMatchObject([{ action: 'retry', text: 'Stripe is back' }]);
    const { captured, orders } = await harness.ledgerFor(booking.offer);
    expect([captured.length, orders.length]).toEqual([1, 1]);
    expect((await act(booking.id, { action: 'retry' })).body.error).toBe('ACTION_NOT_POSSIBLE');
  });

  it('[REVIEW-02] [REVIEW-03] void releases the card of a booking without an order, and not while the airline has one', async () => {
    await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'commit_and_drop' });
    await harness.duffel.fault({
      method: 'GET',
      path: '^/air/orders$',
      kind: 'status',
      status: 500,
      times: 100,
    });
    const booking = await book();
    await eventually(async () => ((await getRecord(booking.id)).state === 'needs_review' ? true : undefined));
    expect((await act(booking.id, { action: 'void' })).body.error).toBe('PROVIDER_UNAVAILABLE');
    await harness.duffel.clearFaults();
    expect(possible(await getRecord(booking.id))).toContain('void');
    const refused = await act(booking.id, { action: 'void' });
    expect(refused).toMatchObject({ status: 409, body: { error: 'ACTION_NOT_POSSIBLE' } });
    expect((await harness.ledgerFor(booking.offer)).uncaptured).toHaveLength(1);

    const [order] = (await harness.ledgerFor(booking.offer)).orders;
    await harness.cancelOrder(order?.id);
    expect((await act(booking.id, { action: 'void' })).status).toBe(200);
    await harness.waitUntilProcessed(booking.offer);
    expect((await getRecord(booking.id)).state).toBe('voided');
    const { uncaptured, captured } = await harness.ledgerFor(booking.offer);
    expect([uncaptured.length, captured.length]).toEqual([0, 0]);
    const failed = 'Your booking could not be completed';
    const subjects = await eventually(async () => {
      const received = (await harness.getEmails(booking.email)).map(({ subject }) => subject);
      return received.includes(failed) ? received : undefined;
    });
    expect(subjects.filter((subject) => subject === failed)).toHaveLength(1);
    expect(subjects).toContain('We are looking at your booking');
    const again = await act(booking.id, { action: 'resend', mail: 'mail_review' });
    expect(again.body.message).toBe('No person is looking at this booking any more.');
  });

  it('[REVIEW-02] [REFUND-03] refund pays in part, once for two presses, never more than was paid, and less comes back later', async () => {
    const booking = await book();
    const total = Math.round(Number(booking.offer.total_amount) * 100);
    const request = { action: 'refund', amount: '20.00', actionId: randomUUID(), text: 'Late flight' };
    await Promise.all([act(booking.id, request), act(booking.id, request)]);
    // The sweep may have taken it first.
    const record = await eventually(async () => {
      const read = await getRecord(booking.id);
      return read.refunds[0]?.state === 'succeeded' ? read : undefined;
    });
    expect(await readRefunds(booking)).toEqual([2000]);
    expect(record.refunds).toMatchObject([{ amount: '20.00' }]);
    expect(record.history).toMatchObject([{ action: 'refund', text: '20.00 USD: Late flight' }]);
    expect(record.cancellability).toBe('first_24_hours');
    const maxAmount = ((total - 2000) / 100).toFixed(2);
    expect(record.actions.find(({ action }) => action === 'refund')?.maxAmount).toBe(maxAmount);
    for (const [amount, error] of [
      [booking.offer.total_amount, 'ACTION_NOT_POSSIBLE'],
      ['0', 'VALIDATION_ERROR'],
      ['-5.00', 'VALIDATION_ERROR'],
      ['1.005', 'VALIDATION_ERROR'],
    ])
      expect((await act(booking.id, { action: 'refund', amount })).body.error, amount).toBe(error);

    const requestQuote = () =>
      harness.send(
        service,
        'POST',
        `/api/bookings/${booking.id}/cancellation-quote`,
        undefined,
        booking.session,
      );
    const cancel = (quote_id: unknown) =>
      harness.send(service, 'POST', `/api/bookings/${booking.id}/cancel`, { quote_id }, booking.session);
    const early = await requestQuote();
    // All but 10.00, so that the early quote promises more than is left.
    const rest = ((total - 3000) / 100).toFixed(2);
    await act(booking.id, { action: 'refund', amount: rest, text: 'Delay' });
    expect((await cancel(early.body.quote_id)).body.error).toBe('CANCELLATION_QUOTE_CHANGED');
    const quote = await requestQuote();
    expect(quote.body.refund_amount).toBe('10.00');
    const cancelled = await cancel(quote.body.quote_id);
    expect(cancelled.body.success, JSON.stringify(cancelled.body)).toBe(true);
    await harness.waitUntilProcessed(booking.offer);
    const refunds = await readRefunds(booking);
    expect(refunds.reduce((sum, amount) => sum + amount, 0)).toBe(total);
    const cancelledRecord = await getRecord(booking.id);
    expect(possible(cancelledRecord)).not.toContain('refund');
    expect(cancelledRecord.cancellability).toBe('cancelled');
  });

  it('[REVIEW-02] [REFUND-02] cancel gives back what its quote and that of the traveller say, once for two presses', async () => {
    const booking = await book();
    const asked = await harness.send(
      ...([service, 'POST', `/api/bookings/${booking.id}/cancellation-quote`] as const),
      ...([undefined, booking.session] as const),
    );
    const { body: quote } = await requestQuote(booking);
    const { refund_amount: amount, quote_id: quoteId } = quote;
    expect(quote).toMatchObject({ ...asked.body, quote_id: quoteId, expires_at: expect.any(String) });
    const paid = Number(booking.offer.total_amount);
    const { order } = await getRecord(booking.id);
    const kept = Number(order.amount) - Number(quote.airline_refund_amount);
    expect(Number(amount)).toBeCloseTo(paid - kept, 2);
    expect(Number(quote.markup_amount)).toBeCloseTo(paid - Number(order.amount), 2);

    const press = { action: 'cancel', quoteId, actionId: randomUUID(), text: 'Called us' };
    const presses = await Promise.all([act(booking.id, press), act(booking.id, press)]);
    expect(presses.map(({ status }) => status)).toEqual([200, 200]);
    await harness.waitUntilProcessed(booking.offer);
    expect((await act(booking.id, press)).status).toBe(200);
    const again = await act(booking.id, { ...press, actionId: randomUUID() });
    expect(again.body.error).toBe('BOOKING_NOT_CANCELLABLE');
    const record = await getRecord(booking.id);
    expect(record).toMatchObject({ state: 'cancelled', refunds: [{ amount, by: 'Cancellation' }] });
    expect(record.history).toMatchObject([{ action: 'cancel', text: `${String(amount)} USD: Called us` }]);
    expect(possible(record)).not.toContain('cancel');
    expect(await readRefunds(booking)).toEqual([Math.round(Number(amount) * 100)]);
    expect((await harness.ledgerFor(booking.offer)).orders).toEqual([]);
    const isCancellation = ({ subject }: { subject: string }) => subject.includes('cancelled');
    const mails = await eventually(async () => {
      const found = (await harness.getEmails(booking.email)).filter(isCancellation);
      return found.length > 0 ? found : undefined;
    });
    expect(mails).toHaveLength(1);
  });

  it('[REVIEW-02] [REFUND-02] cancel does nothing when the quote has changed since, or without one', async () => {
    const booking = await book();
    const { body: quote } = await requestQuote(booking);
    await act(booking.id, { action: 'refund', amount: '20.00', isAdvance: true });
    const press = { action: 'cancel', quoteId: quote.quote_id, actionId: randomUUID() };
    const changed = await act(booking.id, press);
    expect(changed).toMatchObject({ status: 409, body: { error: 'CANCELLATION_QUOTE_CHANGED' } });
    expect((await act(booking.id, { action: 'cancel' })).body.error).toBe('VALIDATION_ERROR');
    expect((await getRecord(booking.id)).state).toBe('confirmed');
    expect((await harness.ledgerFor(booking.offer)).orders).toHaveLength(1);
    const { details } = changed.body as unknown as { details: { quote_id: string } };
    const { id } = (await getRecord(booking.id)).refunds[0] ?? {};
    await harness.stripe.control('POST', 'refunds', { refund: id, status: 'failed' });
    await eventually(async () => (await getRecord(booking.id)).refunds[0]?.state === 'failed' || undefined);
    // A client of its own, because each answer is a quote that counts.
    const elsewhere = { ...support, 'x-forwarded-for': '10.1.0.1' };
    const failed = await act(booking.id, { ...press, quoteId: details.quote_id }, elsewhere);
    expect(failed.body).toMatchObject({
      error: 'CANCELLATION_QUOTE_CHANGED',
      message: 'A refund of this booking has failed. Please look at the new amount.',
      details: { refund_amount: quote.refund_amount },
    });
    const renewed = (await requestQuote(booking)).body.quote_id;
    expect((await act(booking.id, { ...press, quoteId: renewed }, elsewhere)).status).toBe(200);
    await harness.waitUntilProcessed(booking.offer);
    expect((await getRecord(booking.id)).state).toBe('cancelled');
  });

  it('[UNIT-01] [REFUND-05] pays back less than the least that cards are charged, in steps that cards take', async () => {
    await harness.duffel.control('POST', 'results', { times: 2, currency: 'KWD' });
    const booking = await book();
    const refused = await act(booking.id, { action: 'refund', amount: '1.005' });
    expect(refused.body).toMatchObject({
      error: 'VALIDATION_ERROR',
      message: 'Enter an amount in steps of 0.010 KWD; cards take no smaller ones.',
    });
    expect((await act(booking.id, { action: 'refund', amount: '1.010' })).status).toBe(200);
    const finer = await act(booking.id, { action: 'refund', amount: '1.0005' });
    expect(finer.body.message).toBe('Enter an amount in KWD with at most 3 decimals.');
    expect(await readRefunds(booking)).toEqual([1010]);
    const dollars = await book();
    expect((await act(dollars.id, { action: 'refund', amount: '0.10' })).status).toBe(200);
    expect(await readRefunds(dollars)).toEqual([10]);
    await harness.duffel.control('POST', 'results', { times: 2, currency: 'JPY' });
    const yen = await act((await book()).id, { action: 'refund', amount: '10.5' });
    expect(yen).toMatchObject({
      status: 400,
      body: { error: 'VALIDATION_ERROR', message: 'Enter an amount in JPY without decimals.' },
    });
  });

  it('[REVIEW-02] [REFUND-05] refund is paid once by the sweep when the card provider fails or the answer is lost', async () => {
    const booking = await book();
    await harness.stripe.fault({
      path: '^/v1/refunds$',
      method: 'POST',
      kind: 'status',
      status: 500,
      times: 1000,
    });
    await act(booking.id, { action: 'refund', amount: '10.00' });
    expect((await getRecord(booking.id)).refunds).toMatchObject([{ amount: '10.00', state: 'due' }]);
    await harness.stripe.clearFaults();
    await eventually(
      async () => (await getRecord(booking.id)).refunds[0]?.state === 'succeeded' || undefined,
    );
    await harness.stripe.fault({ path: '^/v1/refunds$', method: 'POST', kind: 'commit_and_drop', times: 3 });
    await act(booking.id, { action: 'refund', amount: '11.00' });
    await eventually(
      async () => (await getRecord(booking.id)).refunds[1]?.state === 'succeeded' || undefined,
    );
    expect((await readRefunds(booking)).toSorted()).toEqual([1000, 1100]);
  });

  it('[LEDGER-01] a refund that fails later is shown as failed, can be paid again in full, and then is paid', async () => {
    const booking = await book();
    const cancel = (body?: object) =>
      harness.send(service, 'POST', `/api/bookings/${booking.id}/cancel`, body, booking.session);
    expect((await cancel()).body.success).toBe(true);
    const getRefund = async () => {
      const path = `/api/bookings/${booking.id}`;
      const { body } = await harness.send(service, 'GET', path, undefined, booking.session);
      return body.refund as BookingRefund;
    };
    const waitFor = (state: string) =>
      eventually(async () => {
        const refund = await getRefund();
        return refund.state === state ? refund : undefined;
      });
    const { amount } = await waitFor('paid');
    const [refund] = (await getRecord(booking.id)).refunds;
    await harness.stripe.control('POST', 'refunds', { refund: refund?.id, status: 'failed' });
    for (const type of ['refund.updated', 'refund.failed', 'charge.refund.updated']) {
      const event = createChargeEvent(
        type,
        { id: refund?.id ?? '', object: 'refund' },
        await getIntentId(booking),
      );
      const { status } = await harness.send(
        ...([service, 'POST', '/api/webhooks/stripe', event, signHeaders('stripe', event)] as const),
      );
      expect(status).toBe(200);
    }
    await waitFor('failed');
    const failed = await getRecord(booking.id);
    expect(failed.refunds).toMatchObject([{ state: 'failed', amount }]);
    expect(failed.cases.map(({ kind }) => kind)).toEqual(['refund_failed']);
    await harness.send(
      ...([service, 'POST', `/api/review/cases/${failed.cases[0]?.id}/close`] as const),
      ...([{ text: 'Seen' }, support] as const),
    );
    expect((await getRefund()).state).toBe('failed');
    const offered = failed.actions.find(({ action }) => action === 'refund');
    expect(offered?.maxAmount).toBe(booking.offer.total_amount);

    const part = (Number(amount) - 1).toFixed(2);
    await act(booking.id, { action: 'refund', amount: part });
    await eventually(
      async () => (await getRecord(booking.id)).refunds[1]?.state === 'succeeded' || undefined,
    );
    expect((await getRefund()).state).toBe('failed');
    await act(booking.id, { action: 'refund', amount: '1.00' });
    await waitFor('paid');
    const refunds = (await getRecord(booking.id)).refunds.map(({ state }) => state);
    expect(refunds).toEqual(['failed', 'succeeded', 'succeeded']);
  });

  it('[LEDGER-01] a refund by hand at the card provider reduces what can be refunded', async () => {
    const booking = await book();
    const intentId = await getIntentId(booking);
    const created = await stripe.refunds.create({ payment_intent: intentId, amount: 700 });
    const event = createChargeEvent('refund.created', created, intentId);
    await harness.send(service, 'POST', '/api/webhooks/stripe', event, signHeaders('stripe', event));
    const record = await getRecord(booking.id);
    expect(record.refunds).toMatchObject([
      { id: created.id, amount: '7.00', state: 'succeeded', by: 'Card provider' },
    ]);
    const left = (Number(booking.offer.total_amount) - 7).toFixed(2);
    expect(record.actions.find(({ action }) => action === 'refund')?.maxAmount).toBe(left);
  });

  it('[REFUND-02] [REVIEW-02] a refund by hand is goodwill, or an advance where support says so as its case is closed', async () => {
    const booking = await book();
    // Another client, because the quotes of one are limited.
    const headers = { ...booking.session, 'x-forwarded-for': '10.36.0.1' };
    const request = (path: string, body?: object) =>
      harness.send(service, 'POST', `/api/bookings/${booking.id}/${path}`, body, headers);
    const payment_intent = await getIntentId(booking);
    const { id } = await stripe.refunds.create({ payment_intent, amount: 700 });
    await getRecord(booking.id);
    const [found] = (await getRecord(booking.id)).cases;
    expect(found).toMatchObject({ subject: `refund_unknown:${id}`, canBeAdvance: true });
    expect(await readTripRefund(booking)).toMatchObject({ amount: '7.00', advance_amount: '0.00' });
    const goodwill = (await request('cancellation-quote')).body;
    const close = (isAdvance: boolean) =>
      harness.send(
        ...([service, 'POST', `/api/review/cases/${found?.id}/close`] as const),
        ...([{ text: 'Agreed by phone', isAdvance }, support] as const),
      );
    expect((await close(true)).status).toBe(200);
    expect(await readTripRefund(booking)).toMatchObject({ amount: '7.00', advance_amount: '7.00' });
    const late = await request('cancel', { quote_id: goodwill.quote_id });
    expect(late.body).toMatchObject({
      error: 'CANCELLATION_QUOTE_CHANGED',
      message: 'We have refunded a part of this booking meanwhile. Please look at the new amount.',
    });
    const { refund_amount } = (await request('cancellation-quote')).body;
    expect(Number(goodwill.refund_amount) - Number(refund_amount)).toBe(7);
    expect((await getRecord(booking.id)).cases).toMatchObject([{ canBeAdvance: false }]);

    await harness.db
      .updateTable('review_cases')
      .set({ closed_at: null })
      .where('id', '=', found?.id ?? '')
      .execute();
    await harness.db
      .updateTable('bookings')
      .set({ state: 'cancelled' })
      .where('id', '=', booking.id)
      .execute();
    expect(await close(true)).toMatchObject({ status: 409, body: { error: 'ACTION_NOT_POSSIBLE' } });
    expect((await close(false)).status).toBe(200);
  });

  it('[REVIEW-02] [LEDGER-01] what can be refunded is read at the card provider before it is offered and before it is paid', async () => {
    const booking = await book();
    const totalMinor = Math.round(Number(booking.offer.total_amount) * 100);
    const refundByHand = async (amount: number) =>
      stripe.refunds.create({ payment_intent: await getIntentId(booking), amount });
    const getMaxAmount = async () =>
      (await getRecord(booking.id)).actions.find(({ action }) => action === 'refund')?.maxAmount;
    const first = await refundByHand(700);
    expect(await getMaxAmount()).toBe(((totalMinor - 700) / 100).toFixed(2));
    const { cases, refunds } = await getRecord(booking.id);
    expect(cases).toMatchObject([{ kind: 'reconciliation', subject: `refund_unknown:${first.id}` }]);
    expect(refunds).toMatchObject([{ id: first.id, amount: '7.00', by: 'Card provider' }]);

    await refundByHand(totalMinor - 700 - 500);
    const refused = await act(booking.id, { action: 'refund', amount: '5.01' });
    expect(refused).toMatchObject({ status: 409, body: { message: 'At most 5.00 USD can be refunded.' } });
    expect((await act(booking.id, { action: 'refund', amount: '2.00' })).status).toBe(200);

    const id = randomUUID();
    await refundByHand(100);
    await harness.db
      .insertInto('refunds')
      .values({
        ...{ id, payment_id: (await getRecord(booking.id)).payment.id, state: 'due' },
        ...{ amount_minor: 300, currency: 'USD' },
      })
      .execute();
    await eventually(async () =>
      (await getRecord(booking.id)).refunds.some(({ state }) => state === 'failed') ? true : undefined,
    );
    const sum = (await readRefunds(booking)).reduce((total, amount) => total + amount, 0);
    expect(sum).toBe(totalMinor - 200);
    expect(await getMaxAmount()).toBe('2.00');
    expect((await requestQuote(booking)).body.refund_amount).toBe('2.00');
    expect((await getRecord(booking.id)).cases.map(({ kind }) => kind)).toContain('refund_failed');

    await harness.stripe.fault({
      ...{ method: 'GET', path: '^/v1/refunds$', kind: 'status', status: 500, times: 100 },
    });
    expect(possible(await getRecord(booking.id))).not.toContain('refund');
    const unread = await act(booking.id, { action: 'refund', amount: '1.00' });
    expect(unread.body.error).toBe('PROVIDER_UNAVAILABLE');
  });

  it('[LEDGER-01] a refund of support that fails later is shown to the traveller and mailed as failed, until it is paid again', async () => {
    const booking = await book();
    const readTrip = async () =>
      (
        await harness.send(
          ...([service, 'GET', `/api/bookings/${booking.id}`, undefined, booking.session] as const),
        )
      ).body.refund as BookingRefund;
    const refund = async () => {
      await act(booking.id, { action: 'refund', amount: '20.00', text: 'Late flight' });
      await eventually(async () => ((await readTrip()).state === 'paid' ? true : undefined));
    };
    await refund();
    const intentId = await getIntentId(booking);
    const id = (await getRecord(booking.id)).refunds[0]?.id ?? '';
    await harness.stripe.control('POST', 'refunds', { refund: id, status: 'failed' });
    const event = createChargeEvent('refund.failed', { id, object: 'refund' }, intentId);
    await harness.send(
      ...([service, 'POST', '/api/webhooks/stripe', event, signHeaders('stripe', event)] as const),
    );
    expect(await readTrip()).toMatchObject({ amount: '20.00', state: 'failed' });
    const refundMails = async () =>
      (await harness.getEmails(booking.email)).filter(({ subject }) => subject.startsWith('A refund'));
    await eventually(async () => (await refundMails()).length > 1 || undefined);
    const failed = 'The refund of $20 (USD) to your Visa card ending 4242 has failed, so it is still owed';
    const texts = (await refundMails()).map(({ text }) => text.replaceAll(/=\r?\n/g, ''));
    expect(texts).toHaveLength(2);
    const failedMails = texts.filter((text) => text.includes(failed));
    expect(failedMails).toEqual([expect.not.stringContaining('if you cancel')]);
    await refund();
    expect(await readTrip()).toMatchObject({ amount: '20.00', state: 'paid' });
  });

  it('[REVIEW-01] shows state and steps of one moment while the booking goes on', async () => {
    const { id } = await book();
    const states = ['completed', 'confirmed'] as const;
    let changes = 0;
    /** After each read of the booking, it goes on. */
    async function goOn(): Promise<void> {
      const state = states[changes++ % states.length] ?? 'confirmed';
      await harness.db.updateTable('bookings').set({ state }).where('id', '=', id).execute();
      await harness.db.insertInto('booking_steps').values({ booking_id: id, state }).execute();
    }
    const db = harness.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows[0]?.order_plan !== undefined) await goOn();
        return result;
      },
    });
    const record = await readBookingRecord({ ...harness.createJobDeps(), db }, id);
    expect(changes).toBeGreaterThan(0);
    expect(record.steps.at(-1)?.state).toBe(record.state);
  });

  it('[REVIEW-02] offers what a booking allows once its step is over while its charge is read', async () => {
    const { id } = await book();
    const setState = (state: 'capturing' | 'confirmed') =>
      harness.db.updateTable('bookings').set({ state }).where('id', '=', id).execute();
    let reads = 0;
    const db = harness.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows[0]?.order_plan === undefined) return result;
        reads += 1;
        // After the state by which it is decided whether the charge is read.
        if (reads === 2) await setState('confirmed');
        return result;
      },
    });
    const lease = { lease_until: new Date(Date.now() + 60_000) };
    await harness.db.updateTable('bookings').set(lease).where('id', '=', id).execute();
    await setState('capturing');
    const record = await readBookingRecord({ ...harness.createJobDeps(), db }, id);
    expect(possible(record)).toContain('refund');
  });

  it('[LEDGER-06] evidence answers a dispute with what is recorded of the booking, once', async () => {
    const booking = await book();
    const intentId = await getIntentId(booking);
    expect(possible(await getRecord(booking.id))).not.toContain('evidence');
    expect((await act(booking.id, { action: 'evidence' })).body.error).toBe('ACTION_NOT_POSSIBLE');
    const input = { payment_intent: intentId, status: 'needs_response' };
    const { id } = (await harness.stripe.control('POST', 'disputes', input)) as { id: string };
    const event = createChargeEvent('charge.dispute.created', { id, object: 'dispute' }, intentId);
    await harness.send(
      ...([service, 'POST', '/api/webhooks/stripe', event, signHeaders('stripe', event)] as const),
    );
    await eventually(async () => ((await getRecord(booking.id)).mails[0]?.sentAt ? true : undefined));
    const record = await getRecord(booking.id);
    const shown = record.actions.find(({ action }) => action === 'evidence')?.evidence ?? '';
    for (const fact of [
      ...[
        record.flights[0],
        record.passengers[0],
        record.reference,
        record.order.id,
        record.mails[0]?.sentAt,
      ],
      ...[`${record.amount} USD`, 'the airline keeps a fee', `mail to ${booking.email}: confirmed`],
      `${record.steps.at(-1)?.at} booking confirmed`,
    ])
      expect(shown).toContain(fact);
    const { ip_address, created_at } = await harness.db
      .selectFrom('payments')
      .select(['ip_address', 'created_at'])
      .where('id', '=', record.payment.id)
      .executeTakeFirstOrThrow();
    expect(ip_address).toMatch(/^[\d.]+$/);
    expect(shown).toContain(`Complete Booking: ${created_at.toISOString()}, IP address ${ip_address}.`);
    expect(shown).toMatch(/^Electronic tickets issued by the airline: \d{3}-\d{10}\.$/m);
    expect(shown).not.toContain('1990-12-10');

    await harness.duffel.fault({ method: 'GET', path: '/air/orders/', kind: 'status', status: 500 });
    expect(possible(await getRecord(booking.id))).not.toContain('evidence');
    await harness.duffel.clearFaults();
    await harness.stripe.fault({ method: 'POST', path: '/v1/disputes', kind: 'status', status: 500 });
    const request = { action: 'evidence', actionId: randomUUID(), text: 'It was their trip' };
    expect((await act(booking.id, request)).body.error).toBe('PROVIDER_UNAVAILABLE');
    await harness.stripe.clearFaults();
    const answered = await act(booking.id, request);
    expect(answered.status, JSON.stringify(answered.body)).toBe(200);
    expect((await act(booking.id, request)).status).toBe(200);
    expect(await stripe.disputes.retrieve(id)).toMatchObject({
      status: 'under_review',
      evidence: {
        ...{ customer_email_address: booking.email, customer_purchase_ip: ip_address },
        uncategorized_text: shown,
      },
    });
    const after = await getRecord(booking.id);
    expect(possible(after)).not.toContain('evidence');
    expect(after).toMatchObject({ payment: { dispute: 'open' }, history: [{ action: 'evidence' }] });
  });

  it('[LEDGER-01] [REVIEW-06] a refund that is paid while the charge is read is no difference', async () => {
    const booking = await book();
    const path = `/v1/payment_intents/${await getIntentId(booking)}`;
    await harness.stripe.fault({ method: 'GET', path, kind: 'latency', latencyMs: 2000 });
    const reading = getRecord(booking.id);
    await eventually(async () => {
      const { requests } = await harness.stripe.ledger();
      return requests.some((request) => request.path === path && request.status === null) || undefined;
    });
    expect((await act(booking.id, { action: 'refund', amount: '1.00' })).status).toBe(200);
    expect(await readRefunds(booking)).toEqual([100]);
    expect(await reading).toMatchObject({ refunds: [{ amount: '1.00' }], cases: [] });
  });

  it('[LEDGER-06] a dispute stops refunds until it is won, whatever the order of its events', async () => {
    const booking = await book();
    const intentId = await getIntentId(booking);
    const decide = async (status: string, ...types: string[]) => {
      const input = { payment_intent: intentId, status };
      const { id } = (await harness.stripe.control('POST', 'disputes', input)) as { id: string };
      for (const type of types) {
        const event = createChargeEvent(`charge.dispute.${type}`, { id, object: 'dispute' }, intentId);
        await harness.send(service, 'POST', '/api/webhooks/stripe', event, signHeaders('stripe', event));
      }
    };
    const getDispute = async () => (await getRecord(booking.id)).payment.dispute;
    await decide('needs_response', 'created', 'created');
    expect(await getDispute()).toBe('open');
    expect(possible(await getRecord(booking.id))).not.toContain('refund');
    const refused = await act(booking.id, { action: 'refund', amount: '1.00' });
    expect(refused.body).toMatchObject({ error: 'ACTION_NOT_POSSIBLE' });
    expect(refused.body.message).toContain('disputes this payment');
    const path = `/api/bookings/${booking.id}/cancel`;
    const cancelled = await harness.send(service, 'POST', path, undefined, booking.session);
    expect(cancelled.body.success).toBe(true);
    await eventually(async () => (await getRecord(booking.id)).state === 'cancelled' || undefined);
    expect((await getRecord(booking.id)).refunds).toMatchObject([{ state: 'due', id: null }]);
    expect(await readRefunds(booking)).toEqual([]);

    await decide('won', 'closed', 'created');
    expect(await getDispute()).toBe('won');
    await eventually(
      async () => (await getRecord(booking.id)).refunds[0]?.state === 'succeeded' || undefined,
    );
    const { cases } = await getRecord(booking.id);
    expect(cases).toMatchObject([{ kind: 'dispute', summary: expect.stringContaining('was won') }]);

    const lost = await book();
    const lostIntent = await getIntentId(lost);
    const input = { payment_intent: lostIntent, status: 'lost' };
    const { id } = (await harness.stripe.control('POST', 'disputes', input)) as { id: string };
    const event = createChargeEvent('charge.dispute.closed', { id, object: 'dispute' }, lostIntent);
    await harness.send(service, 'POST', '/api/webhooks/stripe', event, signHeaders('stripe', event));
    const record = await getRecord(lost.id);
    expect(record.payment.dispute).toBe('lost');
    expect(possible(record)).not.toContain('refund');
  });

  it('[LEDGER-06] [REFUND-04] a refund that waits for a dispute ends when that is lost, as trip, status page, mail and record say', async () => {
    const booking = await book();
    const intentId = await getIntentId(booking);
    const decide = async (status: string) => {
      const input = { payment_intent: intentId, status };
      const { id } = (await harness.stripe.control('POST', 'disputes', input)) as { id: string };
      const event = createChargeEvent('charge.dispute.updated', { id, object: 'dispute' }, intentId);
      await harness.send(service, 'POST', '/api/webhooks/stripe', event, signHeaders('stripe', event));
    };
    const request = (path: string, body?: object) =>
      harness.send(service, 'POST', `/api/bookings/${path}`, body, booking.session);
    await decide('needs_response');
    const { refund_amount, dispute } = (await request(`${booking.id}/cancellation-quote`)).body;
    expect(dispute).toBe('open');
    expect((await request(`${booking.id}/cancel`)).body.success).toBe(true);
    await eventually(async () => (await getRecord(booking.id)).state === 'cancelled' || undefined);
    expect(await readTripRefund(booking)).toMatchObject({ amount: refund_amount, state: 'disputed' });

    await decide('lost');
    expect(await readTripRefund(booking)).toMatchObject({ state: 'by_bank', returned_amount: null });
    const { body: progress } = await request('status', { token: booking.statusToken });
    expect(progress.refund).toMatchObject({ state: 'by_bank', card: null });
    expect((await getRecord(booking.id)).refunds).toMatchObject([{ state: 'by_bank', id: null }]);
    const mail = await eventually(async () =>
      (await harness.getEmails(booking.email)).find(({ subject }) => subject.startsWith('A refund')),
    );
    expect(mail.text.replaceAll(/=\r?\n/g, '')).toContain('given the payment back after a dispute');
    expect(await readRefunds(booking)).toEqual([]);

    const late = await book();
    const input = { payment_intent: await getIntentId(late), status: 'lost' };
    const { id } = (await harness.stripe.control('POST', 'disputes', input)) as { id: string };
    const event = createChargeEvent('charge.dispute.closed', { id, object: 'dispute' }, input.payment_intent);
    await harness.send(service, 'POST', '/api/webhooks/stripe', event, signHeaders('stripe', event));
    expect((await requestQuote(late)).body.refund_amount).toBe('0.00');
    await harness.send(service, 'POST', `/api/bookings/${late.id}/cancel`, undefined, late.session);
    await eventually(async () => (await getRecord(late.id)).state === 'cancelled' || undefined);
    expect(await readTripRefund(late)).toMatchObject({ amount: '0.00', state: 'by_bank' });
  });

  it('[LEDGER-06] of a lost dispute of a part only that part is lost, as record, quote, trip and mail say', async () => {
    const loseDispute = async (booking: TestBooking) => {
      await tellDispute(booking, 'needs_response', 5000);
      await tellDispute(booking, 'lost');
    };
    const booking = await book();
    const total = Number(booking.offer.total_amount);
    await loseDispute(booking);
    const record = await getRecord(booking.id);
    expect(record).toMatchObject({
      payment: { dispute: 'lost', disputeLost: '50.00' },
      cases: [{ kind: 'dispute', summary: expect.stringContaining('has given 50.00 USD back') }],
    });
    const offered = record.actions.find(({ action }) => action === 'refund');
    expect(offered?.maxAmount).toBe((total - 50).toFixed(2));
    const most = await act(booking.id, { action: 'refund', amount: (total - 49).toFixed(2) });
    expect(most.body.message).toBe(`At most ${offered?.maxAmount} USD can be refunded.`);
    expect((await act(booking.id, { action: 'refund', amount: (total - 60).toFixed(2) })).status).toBe(200);
    await eventually(async () => (await readTripRefund(booking)).state === 'paid' || undefined);
    expect(await readTripRefund(booking)).toMatchObject({ bank_amount: '50.00' });
    const mail = await eventually(async () =>
      (await harness.getEmails(booking.email)).find(({ subject }) => subject.startsWith('A refund')),
    );
    expect(mail.text.replaceAll(/=\r?\n/g, '')).toContain(
      'The bank has given $50 (USD) of the payment back after a dispute.',
    );
    // Another client, because the quotes of one are limited.
    const headers = { ...booking.session, 'x-forwarded-for': '10.35.0.1' };
    const request = (path: string) =>
      harness.send(service, 'POST', `/api/bookings/${booking.id}/${path}`, undefined, headers);
    expect((await request('cancellation-quote')).body).toMatchObject({
      ...{ refund_amount: '10.00', dispute: 'lost', bank_amount: '50.00' },
    });
    await request('cancel');
    await eventually(async () => (await readTripRefund(booking)).amount === '10.00' || undefined);
    await harness.waitUntilProcessed(booking.offer);
    expect(await readTripRefund(booking)).toMatchObject({ state: 'paid' });
    const refunds = await readRefunds(booking);
    expect(refunds.reduce((sum, amount) => sum + amount, 0)).toBe(Math.round((total - 50) * 100));

    const cancelled = await book();
    await loseDispute(cancelled);
    const order_id = (await getRecord(cancelled.id)).order.id ?? undefined;
    await harness.cancelOrder(order_id);
    await tellCancelled(order_id);
    expect(await readTripRefund(cancelled)).toMatchObject({
      ...{ state: 'owed', amount: (Number(cancelled.offer.total_amount) - 50).toFixed(2) },
    });
  });

  it('[REFUND-02] [LEDGER-06] what the bank has given back of a charge comes back no second time with its cancellation', async () => {
    const [quoted, cancelledByHand] = [await book(), await book()];
    // Another client, because the quotes of one are limited.
    const client = { 'x-forwarded-for': '10.38.0.1' };
    const readQuote = async ({ id, session }: TestBooking) => {
      const headers = { ...session, ...client };
      const path = `/api/bookings/${id}/cancellation-quote`;
      return Number((await harness.send(service, 'POST', path, undefined, headers)).body.refund_amount);
    };
    for (const booking of [quoted, cancelledByHand]) {
      const expected = ((await readQuote(booking)) - 50).toFixed(2);
      await tellDispute(booking, 'needs_response', 5000);
      await tellDispute(booking, 'lost');
      const order_id = (await getRecord(booking.id)).order.id ?? '';
      if (booking === quoted) {
        expect((await readQuote(booking)).toFixed(2)).toBe(expected);
        const headers = { ...booking.session, ...client };
        await harness.send(service, 'POST', `/api/bookings/${booking.id}/cancel`, undefined, headers);
      } else {
        const { data } = await duffel.orderCancellations.create({ order_id });
        await duffel.orderCancellations.confirm(data.id);
        await tellCancelled(order_id);
      }
      await eventually(async () => (await readTripRefund(booking)).state === 'paid' || undefined);
      expect(await readTripRefund(booking)).toMatchObject({ amount: expected, bank_amount: '50.00' });
      expect(await readRefunds(booking)).toEqual([Math.round(Number(expected) * 100)]);
    }
  });

  it('[LEDGER-06] [REFUND-02] a refund that fails after a dispute of a part was lost is mailed with what is left, as the trip says', async () => {
    const booking = await book();
    const amount = Math.round(Number(booking.offer.total_amount) * 100) - 1000;
    await tellDispute(booking, 'needs_response', amount);
    const headers = { ...booking.session, 'x-forwarded-for': '10.37.0.1' };
    await harness.send(service, 'POST', `/api/bookings/${booking.id}/cancel`, undefined, headers);
    await tellDispute(booking, 'lost');
    const mail = await eventually(async () =>
      (await harness.getEmails(booking.email)).find(({ subject }) => subject.startsWith('A refund')),
    );
    expect(await readTripRefund(booking)).toMatchObject({ state: 'failed', amount: '10.00' });
    expect(mail.text.replaceAll(/=\r?\n/g, '')).toContain('The refund of $10 (USD) to your Visa card');
  });

  it('[LEDGER-02] [REFUND-04] after a cancellation by the airline the rest of what was paid is owed, whatever support has refunded', async () => {
    const booking = await book();
    await act(booking.id, { action: 'refund', amount: '20.00', isAdvance: false });
    await eventually(async () => (await readTripRefund(booking)).state === 'paid' || undefined);
    const order_id = (await getRecord(booking.id)).order.id ?? undefined;
    await harness.cancelOrder(order_id);
    await tellCancelled(order_id);
    const rest = (Number(booking.offer.total_amount) - 20).toFixed(2);
    expect(await readTripRefund(booking)).toMatchObject({
      ...{ state: 'owed', amount: rest, returned_amount: '20.00' },
    });
    const mail = await eventually(async () =>
      (await harness.getEmails(booking.email)).find(({ subject }) => subject.includes('has cancelled')),
    );
    const text = mail.text.replaceAll(/=\r?\n/g, '');
    expect(text).toContain(
      `${refundFormats.price(rest, 'USD')} is owed to you, besides the refund of $20 (USD)`,
    );
    await act(booking.id, { action: 'refund', amount: rest });
    await eventually(async () => (await readTripRefund(booking)).state === 'paid' || undefined);
    expect(await readTripRefund(booking)).toMatchObject({
      ...{ amount: booking.offer.total_amount, returned_amount: null },
    });
  });

  it('[TRIP-07] write mails a message once, whose answer goes to the mailbox of the brand', async () => {
    const booking = await book();
    expect((await act(booking.id, { action: 'write', text: ' ' })).status).toBe(400);
    const message = { actionId: randomUUID(), action: 'write', text: 'Your seats are 12A and 12B.' };
    for (const press of [message, message]) expect((await act(booking.id, press)).status).toBe(200);
    const isMessage = ({ subject }: { subject: string }) => subject.startsWith('About your booking');
    const mails = await eventually(async () => {
      const found = (await harness.getEmails(booking.email)).filter(isMessage);
      return found.length > 0 ? found : undefined;
    });
    expect(mails.map(({ text, headers }) => [text.includes(message.text), headers['reply-to']])).toEqual([
      [true, defaultBrand.contact.email],
    ]);
    const { history, actions } = await getRecord(booking.id);
    expect(history).toMatchObject([{ action: 'write', text: message.text }]);
    const again = actions.find(({ mail }) => mail === 'mail_message');
    expect(again?.effect).toContain('last message of support');
  });

  it('[TRIP-07] contact sends later mails to another address, tells the one until now, and no traveller can', async () => {
    const booking = await book();
    const email = `${randomUUID()}@example.com`;
    const change = { actionId: randomUUID(), action: 'contact', email, text: 'A letter was missing' };
    expect((await act(booking.id, change, booking.session)).status).toBe(403);
    expect((await act(booking.id, { ...change, email: 'nowhere' })).status).toBe(400);
    const opened = { booking_id: booking.id, expires_at: new Date(Date.now() + 3_600_000) };
    await harness.db
      .insertInto('trip_codes')
      .values({ ...opened, code_hash: 'h' })
      .execute();
    await harness.db
      .insertInto('trip_sessions')
      .values({ ...opened, token_hash: randomUUID() })
      .execute();
    for (const press of [change, change]) expect((await act(booking.id, press)).status).toBe(200);
    expect(await act(booking.id, { ...change, actionId: randomUUID() })).toMatchObject({
      ...{ status: 409, body: { error: 'ACTION_NOT_POSSIBLE' } },
    });
    for (const table of ['trip_codes', 'trip_sessions'] as const)
      expect(
        await harness.db.selectFrom(table).selectAll().where('booking_id', '=', booking.id).execute(),
      ).toEqual([]);
    const isNotice = ({ subject }: { subject: string }) => subject.endsWith('go to another address');
    const notice = await eventually(async () => (await harness.getEmails(booking.email)).find(isNotice));
    expect(notice.text.replaceAll(/=\r?\n/g, '')).not.toContain(email);
    await act(booking.id, { action: 'write', text: 'Is it right now?' });
    await eventually(async () => (await harness.getEmails(email))[0]);
    const record = await getRecord(booking.id);
    expect(record.contactEmail).toBe(email);
    expect(record.history[0]).toMatchObject({
      action: 'contact',
      text: `${booking.email} → ${email}: ${change.text}`,
    });
    expect(record.actions.map(({ mail }) => mail)).not.toContain('mail_contact');
  });

  it('[REVIEW-02] an action id of another booking or action is refused', async () => {
    const [booking, other] = [await book(), await book()];
    const note = { actionId: randomUUID(), action: 'note', text: 'Called' };
    expect((await act(booking.id, note)).status).toBe(200);
    expect((await act(booking.id, note)).status).toBe(200);
    for (const answer of [
      await act(other.id, note),
      await act(booking.id, { ...note, action: 'refund', amount: '1.00' }),
    ])
      expect(answer).toMatchObject({ status: 409, body: { error: 'IDEMPOTENCY_KEY_REUSED' } });
    expect((await getRecord(other.id)).history).toEqual([]);
  });

  it('[LEDGER-06] a refund that a lost dispute has ended is not told as under way', async () => {
    const booking = await book();
    expect((await act(booking.id, { action: 'refund', amount: '5.00' })).status).toBe(200);
    const payment_intent = await getIntentId(booking);
    const decide = (status: string) => harness.stripe.control('POST', 'disputes', { payment_intent, status });
    await decide('needs_response');
    expect((await act(booking.id, { action: 'refund', amount: '1.00' })).status).toBe(200);
    expect(await readTripRefund(booking)).toMatchObject({ amount: '6.00', state: 'pending' });
    const dispute = (await decide('lost')) as { id: string; object: string };
    const event = createChargeEvent('charge.dispute.closed', dispute, payment_intent);
    await harness.send(service, 'POST', '/api/webhooks/stripe', event, signHeaders('stripe', event));
    expect(await readTripRefund(booking)).toMatchObject({ amount: '5.00', state: 'paid' });
  });

  it('[LEDGER-06] a refund that the card provider refused, as no event has told of a dispute, is paid once that is won', async () => {
    const booking = await book();
    const payment_intent = await getIntentId(booking);
    const decide = (status: string) => harness.stripe.control('POST', 'disputes', { payment_intent, status });
    await decide('needs_response');
    expect((await act(booking.id, { action: 'refund', amount: '1.00' })).status).toBe(200);
    expect((await getRecord(booking.id)).refunds).toMatchObject([{ state: 'due', id: null }]);
    await decide('won');
    await eventually(
      async () => (await getRecord(booking.id)).refunds[0]?.state === 'succeeded' || undefined,
      10_000,
    );
    expect(await readRefunds(booking)).toEqual([100]);
  });

  /** A capture that the card refuses, of a fare that the airline does not cancel for nothing. */
  async function bookUntilOrderIsUnpaid(): Promise<TestBooking> {
    const path = '^/v1/payment_intents/.*/capture$';
    await harness.stripe.fault({ path, method: 'POST', kind: 'status', status: 402, times: 100 });
    const booking = await book();
    await eventually(async () => (await getRecord(booking.id)).state === 'needs_review' || undefined);
    await harness.stripe.clearFaults();
    return booking;
  }
  const close = async (booking: TestBooking) => {
    const [open] = (await getRecord(booking.id)).cases;
    const path = `/api/review/cases/${open?.id}/close`;
    return harness.send(service, 'POST', path, { text: 'Done' }, support);
  };

  it('[LEDGER-05] an unpaid order is charged again, or cancelled whatever the airline keeps; its case cannot be closed before', async () => {
    const charged = await bookUntilOrderIsUnpaid();
    expect(possible(await getRecord(charged.id)).slice(0, 4)).toEqual([
      ...['retry', 'charge', 'cancel_order', 'settle'],
    ]);
    expect((await getRecord(charged.id)).cases.map(({ decisions }) => decisions)).toEqual([[]]);
    expect(await close(charged)).toMatchObject({ status: 409, body: { error: 'ACTION_NOT_POSSIBLE' } });
    const press = { action: 'charge', actionId: randomUUID() };
    await Promise.all([act(charged.id, press), act(charged.id, press)]);
    await harness.waitUntilProcessed(charged.offer);
    expect(await getRecord(charged.id)).toMatchObject({ state: 'confirmed', openCases: 0 });
    expect((await harness.ledgerFor(charged.offer)).captured).toHaveLength(1);

    const cancelled = await bookUntilOrderIsUnpaid();
    await act(cancelled.id, { action: 'retry' });
    await eventually(async () => (await getRecord(cancelled.id)).state === 'needs_review' || undefined);
    expect((await harness.ledgerFor(cancelled.offer)).orders).toHaveLength(1);
    await act(cancelled.id, { action: 'cancel_order', text: 'The card stays refused' });
    await harness.waitUntilProcessed(cancelled.offer);
    const { state, openCases } = await getRecord(cancelled.id);
    expect([state, openCases]).toEqual(['voided', 0]);
    const { orders, captured, uncaptured } = await harness.ledgerFor(cancelled.offer);
    expect([orders.length, captured.length, uncaptured.length]).toEqual([0, 0, 0]);
    const isFailure = ({ text }: { text: string }) => text.includes('Nothing was charged');
    await eventually(async () => (await harness.getEmails(cancelled.email)).some(isFailure) || undefined);
  });

  it('[LEDGER-05] what was charged by hand without an order can be refunded', async () => {
    const booking = await book('Byron', '4000000000009235');
    expect(await getRecord(booking.id)).toMatchObject({ state: 'risk_review' });
    await stripe.paymentIntents.capture(await getIntentId(booking));
    await act(booking.id, { action: 'void' });
    await eventually(async () => (await getRecord(booking.id)).state === 'needs_review' || undefined);
    // Of the first one, the charge may have been read while the card was still being released.
    const record = await getRecord(booking.id);
    expect(record.payment).toMatchObject({ state: 'captured' });
    // The mail that a person is looking may be sent by now, or not.
    expect(possible(record).filter((action) => action !== 'resend')).toEqual([
      'refund',
      'settle',
      'contact',
      'write',
      'note',
    ]);
    const amount = booking.offer.total_amount;
    expect((await act(booking.id, { action: 'refund', amount })).status).toBe(200);
    expect(await readRefunds(booking)).toEqual([Math.round(Number(amount) * 100)]);
    expect((await act(booking.id, { action: 'settle', amount: '0', text: 'Paid back' })).status).toBe(200);
    expect(await getRecord(booking.id)).toMatchObject({ state: 'cancelled', openCases: 0 });
  });

  it('[LEDGER-05] an order that was charged by hand is neither cancelled as unpaid nor charged again', async () => {
    const booking = await bookUntilOrderIsUnpaid();
    const intentId = await getIntentId(booking);
    expect(possible(await getRecord(booking.id))).toContain('cancel_order');
    await stripe.paymentIntents.capture(intentId);
    for (const action of ['cancel_order', 'charge'])
      expect((await act(booking.id, { action })).body.error, action).toBe('ACTION_NOT_POSSIBLE');
    const record = await getRecord(booking.id);
    expect(record).toMatchObject({ state: 'needs_review', payment: { state: 'captured' } });
    expect(possible(record).filter((action) => action !== 'resend')).toEqual([
      'refund',
      'settle',
      'contact',
      'write',
      'note',
    ]);
    await act(booking.id, { action: 'settle', amount: booking.offer.total_amount, text: 'Charged there' });
    expect(await getRecord(booking.id)).toMatchObject({ state: 'confirmed', openCases: 0 });
  });

  it('[LEDGER-05] a booking is settled by hand with amount and reason: the order stands, and the hold is no payment', async () => {
    const booking = await bookUntilOrderIsUnpaid();
    for (const body of [{ amount: '10.00' }, { text: 'Paid by transfer' }, { amount: '-1', text: 'x' }])
      expect((await act(booking.id, { action: 'settle', ...body })).body.error).toBe('VALIDATION_ERROR');
    const amount = booking.offer.total_amount;
    await act(booking.id, { action: 'settle', amount, text: 'Paid by transfer' });
    const record = await getRecord(booking.id);
    expect(record).toMatchObject({ state: 'confirmed', openCases: 0, payment: { state: 'settled' } });
    expect(record.history).toMatchObject([{ action: 'settle', text: `${amount} USD: Paid by transfer` }]);
    expect(possible(record)).not.toContain('refund');
    expect((await act(booking.id, { action: 'settle', amount, text: 'Twice' })).body.error).toBe(
      'ACTION_NOT_POSSIBLE',
    );
    const isConfirmation = ({ subject }: { subject: string }) => subject.includes('confirmed');
    await eventually(async () => (await harness.getEmails(booking.email)).some(isConfirmation) || undefined);
  });

  it('[LEDGER-05] [REFUND-02] an advance is taken off what a cancellation gives back, goodwill is not, and the early quote is asked again', async () => {
    const request = (booking: TestBooking, path: string, body?: object) =>
      harness.send(service, 'POST', `/api/bookings/${booking.id}/${path}`, body, booking.session);
    for (const [isAdvance, less] of [
      [true, 20],
      [false, 0],
    ] as const) {
      const booking = await book();
      const early = (await request(booking, 'cancellation-quote')).body;
      await act(booking.id, { action: 'refund', amount: '20.00', isAdvance });
      const trip = await harness.send(
        service,
        'GET',
        `/api/bookings/${booking.id}`,
        undefined,
        booking.session,
      );
      expect(trip.body.refund).toMatchObject({
        amount: '20.00',
        advance_amount: isAdvance ? '20.00' : '0.00',
      });
      const { text } = (await getRecord(booking.id)).history[0] ?? {};
      expect(text).toBe(isAdvance ? '20.00 USD: in advance' : '20.00 USD');
      const quote = (await request(booking, 'cancellation-quote')).body;
      expect(Number(early.refund_amount) - Number(quote.refund_amount)).toBe(less);
      const late = await request(booking, 'cancel', { quote_id: early.quote_id });
      if (isAdvance)
        expect(late).toMatchObject({
          body: {
            error: 'CANCELLATION_QUOTE_CHANGED',
            message: 'We have refunded a part of this booking meanwhile. Please look at the new amount.',
            details: { refund_amount: quote.refund_amount },
          },
        });
      await request(booking, 'cancel', { quote_id: quote.quote_id });
      await harness.waitUntilProcessed(booking.offer);
      const paid = (await readRefunds(booking)).reduce((sum, amount) => sum + amount, 0) / 100;
      expect(paid.toFixed(2)).toBe((Number(early.refund_amount) + 20 - less).toFixed(2));
      // The trip tells of all that came back.
      const amount = quote.refund_amount;
      expect(await readTripRefund(booking)).toMatchObject({ amount, returned_amount: '20.00' });
      await act(booking.id, { action: 'refund', amount: '5.00' });
      expect(await readTripRefund(booking)).toMatchObject({ amount, returned_amount: '25.00' });
    }
  });

  it('[REFUND-02] [LEDGER-06] an advance that fails after the cancellation is owed, told so, and refunded again once', async () => {
    const booking = await book();
    await act(booking.id, { action: 'refund', amount: '20.00', isAdvance: true });
    // Another client, because the quotes of one are limited.
    const headers = { ...booking.session, 'x-forwarded-for': '10.34.0.1' };
    await harness.send(service, 'POST', `/api/bookings/${booking.id}/cancel`, undefined, headers);
    await eventually(async () => (await getRecord(booking.id)).state === 'cancelled' || undefined);
    const { captured } = await harness.ledgerFor(booking.offer);
    const payment_intent = captured[0]?.id ?? '';
    const made = await stripe.refunds.list({ payment_intent });
    const advance = made.data.find(({ amount }) => amount === 2000)!;
    await harness.stripe.control('POST', 'refunds', { refund: advance.id, status: 'failed' });
    const event = createChargeEvent('refund.failed', { id: advance.id, object: 'refund' }, payment_intent);
    await harness.send(service, 'POST', '/api/webhooks/stripe', event, signHeaders('stripe', event));
    expect(await readTripRefund(booking)).toMatchObject({ amount: '20.00', state: 'failed' });
    await act(booking.id, { action: 'refund', amount: '20.00' });
    const total = (await readRefunds(booking)).reduce((sum, amount) => sum + amount, 0) - 2000;
    expect(await readTripRefund(booking)).toMatchObject({
      ...{ amount: (total / 100).toFixed(2), returned_amount: null, state: 'paid' },
    });
  });

  it('[REFUND-04] an advance of more than the cancellation gives back is told as what came back', async () => {
    const booking = await book();
    await act(booking.id, { action: 'refund', amount: booking.offer.total_amount, isAdvance: true });
    await harness.send(service, 'POST', `/api/bookings/${booking.id}/cancel`, undefined, booking.session);
    await eventually(async () => (await getRecord(booking.id)).state === 'cancelled' || undefined);
    expect(await readTripRefund(booking)).toMatchObject({
      ...{ amount: booking.offer.total_amount, state: 'paid' },
    });
  });

  it('[GUARD-02] support enters the password again after ten minutes, and nothing is refunded before', async () => {
    const booking = await book();
    const sessions = sql.table(`${harness.schema}_accounts.sessions`);
    await sql`update ${sessions} set authenticated_at = now() - interval '10 minutes'`.execute(harness.db);
    const refused = await act(booking.id, { action: 'refund', amount: '5.00' });
    expect(refused).toMatchObject({ status: 403, body: { error: 'PASSWORD_REQUIRED' } });
    expect(await readRefunds(booking)).toEqual([]);
    await sql`update ${sessions} set authenticated_at = now()`.execute(harness.db);
    expect((await act(booking.id, { action: 'refund', amount: '5.00' })).status).toBe(200);
  });

  it('[REVIEW-02] resend sends a mail that was sent before again, as another message', async () => {
    const booking = await book();
    const waitForMails = (count: number) =>
      eventually(async () => {
        const mails = await harness.getEmails(booking.email);
        return mails.length === count ? mails : undefined;
      });
    expect((await act(booking.id, { action: 'resend', mail: 'mail_cancelled' })).body.error).toBe(
      'ACTION_NOT_POSSIBLE',
    );
    await waitForMails(1);
    await eventually(async () => ((await getRecord(booking.id)).mails[0]?.sentAt ? true : undefined));
    expect((await act(booking.id, { action: 'resend', mail: 'mail_confirmed' })).status).toBe(200);
    const mails = await waitForMails(2);
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(1);
    expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(2);
  });

  it('[LEDGER-01] [REVIEW-02] each refund is told by one mail, and the last one can be sent again', async () => {
    const booking = await book();
    const waitUntilSent = (amounts: string[]) =>
      eventually(async () => {
        const { mails } = await getRecord(booking.id);
        if (mails.some(({ sentAt }) => sentAt === null)) return undefined;
        const received = await harness.getEmails(booking.email);
        const texts = received
          .filter(({ subject }) => subject.startsWith('A refund'))
          .map(({ text }) => text);
        expect(texts.map((text) => /\$(\d+) \(USD\) was refunded/.exec(text)?.[1]).toSorted()).toEqual(
          amounts,
        );
        return true;
      }, 10_000);
    await act(booking.id, { action: 'refund', amount: '10.00' });
    await waitUntilSent(['10']);
    await act(booking.id, { action: 'refund', amount: '20.00' });
    await waitUntilSent(['10', '20']);
    expect((await act(booking.id, { action: 'resend', mail: 'mail_refunded' })).status).toBe(200);
    await waitUntilSent(['10', '20', '20']);
  });

  it('[REVIEW-02] a case is closed with a reason, and stays closed', async () => {
    const booking = await book();
    const intentId = await getIntentId(booking);
    const warning = (await harness.stripe.control('POST', 'fraud_warnings', {
      payment_intent: intentId,
    })) as { id: string; object: string };
    const event = createChargeEvent('radar.early_fraud_warning.created', warning, intentId);
    await harness.send(service, 'POST', '/api/webhooks/stripe', event, signHeaders('stripe', event));
    const [reviewCase] = (await getRecord(booking.id)).cases;
    const list = async (query = '') => (await get(`cases${query}`)).body as unknown as ReviewCasePage;
    const queued = await list();
    expect(queued.cases.map(({ id }) => id)).toContain(reviewCase?.id);
    const close = (text: string, id = reviewCase?.id) =>
      harness.send(service, 'POST', `/api/review/cases/${id}/close`, { text }, support);
    expect((await close(' ')).body.error).toBe('VALIDATION_ERROR');
    expect((await close('Solved by phone', randomUUID())).body.error).toBe('CASE_NOT_FOUND');
    expect((await close('Solved by phone')).body.message).toBe('The case is closed.');
    expect((await close('Twice')).body.message).toBe('The case was closed before.');
    expect((await list()).total).toBe(queued.total - 1);
    expect((await list('?status=closed')).cases[0]).toMatchObject({ id: reviewCase?.id });
  });

  it('[TRIP-07] a case is taken, due and given back; the overdue come first, and none that is closed is planned', async () => {
    const openCase = async (openedAt: string) => {
      const { id } = await harness.db
        .insertInto('review_cases')
        .values({
          kind: 'payment',
          subject: randomUUID(),
          mode: 'test',
          summary: 'A case.',
          opened_at: new Date(openedAt),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const [older, newer] = [await openCase('2026-01-01'), await openCase('2026-01-02')];
    const plan = (id: string, body: object, session = support) =>
      harness.send(service, 'POST', `/api/review/cases/${id}/plan`, body, session);
    const list = async (query = '') => {
      const { cases } = (await get(`cases${query}`)).body as unknown as ReviewCasePage;
      return cases.filter(({ id }) => [older, newer].includes(id));
    };
    expect((await plan(newer, { dueAt: 'soon' })).status).toBe(400);
    expect((await plan(randomUUID(), { assignee: 'me' })).body.error).toBe('CASE_NOT_FOUND');
    expect((await plan(newer, { assignee: 'me' }, {})).status).toBe(401);
    expect((await list()).map(({ id }) => id)).toEqual([older, newer]);
    const dueAt = '2026-02-01T10:00:00.000Z';
    expect(await plan(newer, { dueAt })).toMatchObject({
      ...{ status: 400, body: { message: 'The due time is in the past.' } },
    });
    expect((await plan(newer, { assignee: 'me' })).status).toBe(200);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect((await plan(newer, { dueAt: later })).status).toBe(200);
    expect(await list('?status=mine')).toMatchObject([{ id: newer, dueAt: later }]);
    await harness.db
      .updateTable('review_cases')
      .set({ due_at: new Date(dueAt) })
      .where('id', '=', newer)
      .execute();
    expect((await list()).map(({ id }) => id)).toEqual([newer, older]);
    expect(await list('?status=mine')).toMatchObject([{ id: newer, dueAt, assignee: expect.any(String) }]);
    expect((await plan(newer, { assignee: 'nobody', dueAt: null })).status).toBe(200);
    expect(await list('?status=mine')).toEqual([]);
    expect((await list())[1]).toMatchObject({ id: newer, dueAt: null, assignee: null });
    const { subject } = (await list())[1] ?? {};
    const entries = await eventually(async () => {
      const { rows } = await sql<{ details: object }>`
        select details from ${sql.table(`${harness.schema}_accounts.audit_entries`)}
        where action = 'case_planned' and subject = ${subject} order by at`.execute(harness.db);
      return rows.length === 3 ? rows : undefined;
    });
    expect(entries.map(({ details }) => details)).toMatchObject([
      { kind: 'payment', assignee: { from: null, to: expect.any(String) } },
      { kind: 'payment', due: { from: null, to: later } },
      {
        ...{ kind: 'payment', assignee: { from: expect.any(String), to: null } },
        due: { from: dueAt, to: null },
      },
    ]);
    for (const id of [older, newer])
      await harness.send(service, 'POST', `/api/review/cases/${id}/close`, { text: 'Done' }, support);
    expect(await plan(older, { assignee: 'me' })).toMatchObject({
      ...{ status: 409, body: { message: 'The case was closed before.' } },
    });
  });

  it('[TRIP-07] [ACCOUNT-05] a case is given back by its assignee or an administrator, and taken over by anyone', async () => {
    const { id } = await harness.db
      .insertInto('review_cases')
      .values({ kind: 'payment', subject: randomUUID(), mode: 'test', summary: 'A case.' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const users = sql.table(`${harness.schema}_accounts.users`);
    const colleague = await harness.signUp();
    await sql`update ${users} set is_support = true`.execute(harness.db);
    const plan = (assignee: string, session = support) =>
      harness.send(service, 'POST', `/api/review/cases/${id}/plan`, { assignee }, session);
    expect((await plan('me')).status).toBe(200);
    const refused = await plan('nobody', colleague);
    expect([refused.status, refused.body.message]).toEqual([
      ...[409, 'A colleague has this case: take it over, or ask them to give it back.'],
    ]);
    expect((await plan('me', colleague)).status).toBe(200);
    expect((await plan('nobody')).status).toBe(409);
    expect((await plan('nobody', colleague)).status).toBe(200);
    expect((await plan('me')).status).toBe(200);
    await sql`update ${users} set is_admin = true`.execute(harness.db);
    expect((await plan('nobody', colleague)).status).toBe(200);
    await sql`update ${users} set is_admin = false`.execute(harness.db);
    await harness.send(service, 'POST', `/api/review/cases/${id}/close`, { text: 'Done' }, support);
  });

  it('[REVIEW-02] [ACCOUNT-05] every action is in the audit trail with who, what and why', async () => {
    const booking = await book();
    await act(booking.id, { action: 'note', text: 'Called the airline' });
    await act(booking.id, { action: 'refund', amount: '5.00', text: 'Goodwill' });
    const { reference } = await getRecord(booking.id);
    const read = () =>
      sql<{ actor_name: string; details: Record<string, string> }>`
        select actor_name, details from ${sql.table(`${harness.schema}_accounts.audit_entries`)}
        where action = 'booking_reviewed' and subject = ${reference} order by at`.execute(harness.db);
    const rows = await eventually(async () => {
      const found = (await read()).rows;
      return found.length === 2 ? found : undefined;
    });
    expect(rows.map(({ details }) => details)).toMatchObject([
      { action: 'note', reason: 'Called the airline' },
      { action: 'refund', amount: '5.00', currency: 'USD', reason: 'Goodwill' },
    ]);
    expect(rows.every(({ actor_name }) => actor_name.startsWith('user'))).toBe(true);
  });
});
