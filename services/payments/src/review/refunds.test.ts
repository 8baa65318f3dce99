// Each test makes a booking that support refunds or a bank disputes, whose ledgers are compared afterwards.
import { randomUUID } from 'node:crypto';
import { Duffel } from '@duffel/api';
import type { BookingChange } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { formatPriceWithCode, formatUtc, refundFormats } from '@fareline/presentation/formats';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { hasFee } from '../testing/cancellations.ts';
import { createPaidChanges } from '../testing/paid-change.ts';
import { findRefund, possible, startReviews, toMinor, type ReviewedBooking } from '../testing/support.ts';

const reviews = await startReviews();
const { harness, service, stripe, requestQuote, cancel, cancelByAirline, tellStripe, findMail } = reviews;
const { act, book, getRecord, getIntentId, closeCase, decideDispute, untilState } = reviews;
const { readRefunds, readTripRefund, untilRefunded, untilTripRefund } = reviews;
const duffel = new Duffel({ token: 'duffel_test_payments', basePath: harness.duffelProgram.url });

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const toAmount = (minor: number) => (minor / 100).toFixed(2);
const outdated = {
  error: 'CANCELLATION_QUOTE_CHANGED',
  message: 'We have refunded a part of this booking meanwhile. Please look at the new amount.',
};
const refundByHand = async (booking: ReviewedBooking, amount: number) =>
  stripe.refunds.create({ payment_intent: await getIntentId(booking), amount });

/** The bank decides against us in a dispute of this part of the payment. */
async function loseDispute(booking: ReviewedBooking, amount: number): Promise<void> {
  await decideDispute(booking, { status: 'needs_response', amount }, 'created');
  await decideDispute(booking, { status: 'lost' }, 'closed');
}

describe('refunds of support', () => {
  it('[REVIEW-02] of the same amount within an hour are made only when that is said, also by somebody who has not seen the first', async () => {
    const booking = await book();
    const refund = { action: 'refund', amount: '20.00' } as const;
    expect((await act(booking, refund)).status).toBe(200);
    expect((await act(booking, refund)).body).toMatchObject({
      error: 'ACTION_NOT_POSSIBLE',
      message:
        '$20 (USD) was refunded on this booking within the last hour. Please say that it is meant again.',
    });
    expect((await act(booking, { ...refund, amount: '20.01' })).status).toBe(200);
    expect((await act(booking, { ...refund, isRepeat: true })).status).toBe(200);
    await harness.db
      .updateTable('booking_actions')
      .set({ created_at: sql<Date>`now() - interval '61 minutes'` })
      .where('booking_id', '=', booking.id)
      .execute();
    expect((await act(booking, refund)).status).toBe(200);
  });

  it('[REVIEW-02] [REFUND-02] [REFUND-03] pay in part, once for two presses, never more than was paid; as goodwill only what is left limits the cancellation', async () => {
    const booking = await book();
    const total = toMinor(booking.offer);
    const { refund_amount } = (await requestQuote(booking)).body;
    const request = { action: 'refund', amount: '20.00', actionId: randomUUID(), text: 'Late flight' };
    await Promise.all([act(booking, request), act(booking, request)]);
    // The sweep may have taken it first.
    await untilRefunded(booking);
    const record = await getRecord(booking);
    expect(await readRefunds(booking)).toEqual([2000]);
    expect(record.refunds).toMatchObject([{ amount: '20.00' }]);
    expect(record.history).toMatchObject([{ action: 'refund', text: '$20 (USD): Late flight' }]);
    expect(record.cancellability).toBe('first_24_hours');
    expect(findRefund(record)?.maxAmount).toBe(toAmount(total - 2000));
    expect(await readTripRefund(booking)).toMatchObject({ amount: '20.00', advance_amount: '0.00' });
    for (const [amount, error] of [
      [booking.offer.total_amount, 'ACTION_NOT_POSSIBLE'],
      ['0', 'VALIDATION_ERROR'],
      ['-5.00', 'VALIDATION_ERROR'],
      ['1.005', 'VALIDATION_ERROR'],
    ])
      expect((await act(booking, { action: 'refund', amount })).body.error, amount).toBe(error);

    const early = (await requestQuote(booking)).body;
    expect(early.refund_amount).toBe(refund_amount);
    // All but 10.00, so that the early quote promises more than is left.
    await act(booking, { action: 'refund', amount: toAmount(total - 3000), text: 'Delay' });
    expect((await cancel(booking, { quote_id: early.quote_id })).body.error).toBe(outdated.error);
    const quote = (await requestQuote(booking)).body;
    expect(quote.refund_amount).toBe('10.00');
    const cancelled = await cancel(booking, { quote_id: quote.quote_id });
    expect(cancelled.body.success, JSON.stringify(cancelled.body)).toBe(true);
    await harness.waitUntilProcessed(booking.offer);
    expect(sum(await readRefunds(booking))).toBe(total);
    const cancelledRecord = await getRecord(booking);
    expect(possible(cancelledRecord)).not.toContain('refund');
    expect(cancelledRecord.cancellability).toBe('cancelled');
  });

  it('[LEDGER-05] [REFUND-02] [LEDGER-06] in advance are taken off what a cancellation gives back, and one that fails later is owed, told so, and refunded again once', async () => {
    const booking = await book();
    const early = (await requestQuote(booking)).body;
    await act(booking, { action: 'refund', amount: '20.00', isAdvance: true });
    expect(await readTripRefund(booking)).toMatchObject({ amount: '20.00', advance_amount: '20.00' });
    expect((await getRecord(booking)).history).toMatchObject([{ text: '$20 (USD): in advance' }]);
    const { quote_id, refund_amount: amount } = (await requestQuote(booking)).body;
    expect(Number(early.refund_amount) - Number(amount)).toBe(20);
    expect((await cancel(booking, { quote_id: early.quote_id })).body).toMatchObject({
      ...{ ...outdated, details: { refund_amount: amount } },
    });
    await cancel(booking, { quote_id });
    await harness.waitUntilProcessed(booking.offer);
    expect(toAmount(sum(await readRefunds(booking)))).toBe(early.refund_amount);
    // The trip tells of all that came back.
    expect(await readTripRefund(booking)).toMatchObject({ amount, returned_amount: '20.00' });

    const payment_intent = await getIntentId(booking);
    const made = await stripe.refunds.list({ payment_intent });
    const advance = made.data.find((refund) => refund.amount === 2000)!;
    await harness.stripe.control('POST', 'refunds', { refund: advance.id, status: 'failed' });
    await tellStripe('refund.failed', advance, payment_intent);
    expect(await readTripRefund(booking)).toMatchObject({ amount: '20.00', state: 'failed' });
    await act(booking, { action: 'refund', amount: '20.00' });
    const again = await untilTripRefund(booking, 'paid');
    const owed = toAmount(sum(await readRefunds(booking)) - 2000);
    expect(again).toMatchObject({ amount: owed, returned_amount: null });
    await act(booking, { action: 'refund', amount: '5.00' });
    expect(await readTripRefund(booking)).toMatchObject({ amount: owed, returned_amount: '5.00' });
  });

  it('[REFUND-04] in advance of more than the cancellation gives back are told as what came back', async () => {
    const booking = await book();
    const amount = booking.offer.total_amount;
    await act(booking, { action: 'refund', amount, isAdvance: true });
    await cancel(booking);
    await untilState(booking, 'cancelled');
    expect(await readTripRefund(booking)).toMatchObject({ amount, state: 'paid' });
  });

  it('[UNIT-01] [REFUND-05] pay in steps that cards take', async () => {
    await harness.duffel.control('POST', 'results', { times: 2, currency: 'KWD' });
    const booking = await book();
    const refund = async (amount: string) => (await act(booking, { action: 'refund', amount })).body;
    expect(await refund('1.005')).toMatchObject({
      error: 'VALIDATION_ERROR',
      message: 'Enter an amount in steps of KWD\u00a00.010; cards take no smaller ones.',
    });
    expect((await act(booking, { action: 'refund', amount: '1.010' })).status).toBe(200);
    expect((await refund('1.0005')).message).toBe('Enter an amount in KWD with at most 3 decimals.');
    expect(await readRefunds(booking)).toEqual([1010]);
    await harness.duffel.control('POST', 'results', { times: 2, currency: 'JPY' });
    expect(await act(await book(), { action: 'refund', amount: '10.5' })).toMatchObject({
      status: 400,
      body: { error: 'VALIDATION_ERROR', message: 'Enter an amount in JPY without decimals.' },
    });
  });

  it('[LEDGER-01] [REVIEW-06] [REFUND-05] of less than the least charge are paid, and no difference while the charge is read', async () => {
    const booking = await book();
    const path = `/v1/payment_intents/${await getIntentId(booking)}`;
    await harness.stripe.fault({ method: 'GET', path, kind: 'latency', latencyMs: 2000 });
    const reading = getRecord(booking);
    await eventually(async () => {
      const { requests } = await harness.stripe.ledger();
      return requests.some((request) => request.path === path && request.status === null) || undefined;
    });
    expect((await act(booking, { action: 'refund', amount: '0.10' })).status).toBe(200);
    expect(await readRefunds(booking)).toEqual([10]);
    expect(await reading).toMatchObject({ refunds: [{ amount: '0.10' }], cases: [] });
  });

  it('[REVIEW-02] [REFUND-05] [LEDGER-01] are paid once by the sweep when the card provider fails or the answer is lost, and told by one mail each, of which the last can be sent again', async () => {
    const booking = await book();
    const post = { path: '^/v1/refunds$', method: 'POST' };
    await harness.stripe.fault({ ...post, kind: 'status', status: 500, times: 1000 });
    await act(booking, { action: 'refund', amount: '10.00' });
    expect((await getRecord(booking)).refunds).toMatchObject([{ amount: '10.00', state: 'due' }]);
    await harness.stripe.clearFaults();
    await untilRefunded(booking);
    await harness.stripe.fault({ ...post, kind: 'commit_and_drop', times: 3 });
    await act(booking, { action: 'refund', amount: '11.00' });
    await untilRefunded(booking, 1);
    expect((await readRefunds(booking)).toSorted()).toEqual([1000, 1100]);
    const readAmounts = async (count: number) =>
      (await harness.waitForMails(booking, count, 'A refund'))
        .map(({ text }) => /\$(\d+) \(USD\) was refunded/.exec(text)?.[1])
        .toSorted();
    expect(await readAmounts(2)).toEqual(['10', '11']);
    expect((await act(booking, { action: 'resend', mail: 'mail_refunded' })).status).toBe(200);
    expect(await readAmounts(3)).toEqual(['10', '11', '11']);
  });

  it('[LEDGER-01] that fail later are shown as failed, can be paid again in full, and then are paid', async () => {
    const booking = await book();
    expect((await cancel(booking)).body.success).toBe(true);
    const { amount } = await untilTripRefund(booking, 'paid');
    const id = (await getRecord(booking)).refunds[0]?.id ?? '';
    await harness.stripe.control('POST', 'refunds', { refund: id, status: 'failed' });
    for (const type of ['refund.updated', 'refund.failed', 'charge.refund.updated'])
      await tellStripe(type, { id, object: 'refund' }, await getIntentId(booking));
    await untilTripRefund(booking, 'failed');
    const failed = await getRecord(booking);
    expect(failed.refunds).toMatchObject([{ state: 'failed', amount }]);
    expect(failed.cases.map(({ kind }) => kind)).toEqual(['refund_failed']);
    await closeCase(failed.cases[0]?.id, 'Seen');
    expect((await readTripRefund(booking))?.state).toBe('failed');
    expect(findRefund(failed)?.maxAmount).toBe(booking.offer.total_amount);

    await act(booking, { action: 'refund', amount: (Number(amount) - 1).toFixed(2) });
    await untilRefunded(booking, 1);
    expect((await readTripRefund(booking))?.state).toBe('failed');
    await act(booking, { action: 'refund', amount: '1.00' });
    await untilTripRefund(booking, 'paid');
    const refunds = (await getRecord(booking)).refunds.map(({ state }) => state);
    expect(refunds).toEqual(['failed', 'succeeded', 'succeeded']);
  });

  it('[LEDGER-02] [REFUND-04] are taken off what is owed after a cancellation by the airline', async () => {
    const booking = await book();
    await act(booking, { action: 'refund', amount: '20.00', isAdvance: false });
    await untilTripRefund(booking, 'paid');
    await cancelByAirline(booking);
    const rest = toAmount(toMinor(booking.offer) - 2000);
    expect(await readTripRefund(booking)).toMatchObject({
      ...{ state: 'owed', amount: rest, returned_amount: '20.00' },
    });
    expect(await findMail(booking, 'has cancelled')).toContain(
      `${refundFormats.price(rest, 'USD')} is owed to you, besides the refund of $20 (USD)`,
    );
    await act(booking, { action: 'refund', amount: rest });
    expect(await untilTripRefund(booking, 'paid')).toMatchObject({
      ...{ amount: booking.offer.total_amount, returned_amount: null },
    });
  });
});

describe('a refund by hand at the card provider', () => {
  it('[REFUND-02] [REVIEW-02] [LEDGER-01] is read before one is offered and paid, and is goodwill, or an advance where support says so as its case is closed', async () => {
    const booking = await book();
    const totalMinor = toMinor(booking.offer);
    const { id } = await refundByHand(booking, 700);
    expect(findRefund(await getRecord(booking))?.maxAmount).toBe(toAmount(totalMinor - 700));
    const { cases, refunds } = await getRecord(booking);
    expect(cases).toMatchObject([
      { kind: 'reconciliation', subject: `refund_unknown:${id}`, canBeAdvance: true },
    ]);
    expect(refunds).toMatchObject([{ id, amount: '7.00', state: 'succeeded', by: 'Card provider' }]);
    expect(await readTripRefund(booking)).toMatchObject({ amount: '7.00', advance_amount: '0.00' });
    const goodwill = (await requestQuote(booking)).body;
    const caseId = cases[0]?.id ?? '';
    const close = (isAdvance: boolean) => closeCase(caseId, 'Agreed by phone', { isAdvance });
    expect((await close(true)).status).toBe(200);
    expect(await readTripRefund(booking)).toMatchObject({ amount: '7.00', advance_amount: '7.00' });
    expect((await cancel(booking, { quote_id: goodwill.quote_id })).body).toMatchObject(outdated);
    const { refund_amount } = (await requestQuote(booking)).body;
    expect(Number(goodwill.refund_amount) - Number(refund_amount)).toBe(7);
    expect((await getRecord(booking)).cases).toMatchObject([{ canBeAdvance: false }]);

    await refundByHand(booking, totalMinor - 700 - 500);
    const refused = await act(booking, { action: 'refund', amount: '5.01' });
    expect(refused).toMatchObject({ status: 409, body: { message: 'At most $5 (USD) can be refunded.' } });
    expect((await act(booking, { action: 'refund', amount: '2.00' })).status).toBe(200);

    await refundByHand(booking, 100);
    const payment_id = (await getRecord(booking)).payment.id;
    const due = { payment_id, state: 'due' as const, amount_minor: 300, currency: 'USD' };
    await harness.db
      .insertInto('refunds')
      .values({ id: randomUUID(), request_id: '', ...due })
      .execute();
    await eventually(
      async () => (await getRecord(booking)).refunds.some(({ state }) => state === 'failed') || undefined,
    );
    // What is left of it is paid, and the rest is a case.
    expect(sum(await readRefunds(booking))).toBe(totalMinor);
    const record = await getRecord(booking);
    expect(record.refunds.filter(({ state }) => state === 'failed')).toMatchObject([{ amount: '1.00' }]);
    expect(possible(record)).not.toContain('refund');
    expect((await reviews.quoteForSupport(booking)).body.refund_amount).toBe('0.00');
    expect(record.cases.map(({ kind }) => kind)).toContain('refund_failed');

    const unread = { method: 'GET', path: '^/v1/refunds$', kind: 'status', status: 500, times: 100 };
    await harness.stripe.fault(unread);
    expect(possible(await getRecord(booking))).not.toContain('refund');
    const notRead = await act(booking, { action: 'refund', amount: '1.00' });
    expect(notRead.body.error).toBe('PROVIDER_UNAVAILABLE');

    const reopened = harness.db.updateTable('review_cases').set({ closed_at: null });
    await reopened.where('id', '=', caseId).execute();
    const cancelled = harness.db.updateTable('bookings').set({ state: 'cancelled' });
    await cancelled.where('id', '=', booking.id).execute();
    expect(await close(true)).toMatchObject({ status: 409, body: { error: 'ACTION_NOT_POSSIBLE' } });
    expect((await close(false)).status).toBe(200);
  });
});

it('[LEDGER-01] a refund by hand is told, and counts for no cancellation at the provider once it is closed as goodwill', async () => {
  const booking = await book();
  const promised = (await requestQuote(booking)).body.refund_amount;
  await refundByHand(booking, 500);
  const [found] = (await getRecord(booking)).cases;
  expect(await findMail(booking, 'A refund')).toContain('$5 (USD)');
  expect((await closeCase(found?.id, 'Goodwill')).status).toBe(200);
  const order_id = (await getRecord(booking)).order.id ?? '';
  const { data } = await duffel.orderCancellations.create({ order_id });
  await duffel.orderCancellations.confirm(data.id);
  await reviews.tellCancelled(order_id);
  expect(await untilTripRefund(booking, 'paid')).toMatchObject({ amount: promised, returned_amount: '5.00' });
  expect(toAmount(sum(await readRefunds(booking)))).toBe((Number(promised) + 5).toFixed(2));
});

it('[LEDGER-01] the case of a failed advance ends with the cancellation that has paid its money', async () => {
  const booking = await book();
  const promised = (await requestQuote(booking)).body.refund_amount;
  await act(booking, { action: 'refund', amount: '20.00', isAdvance: true });
  await untilRefunded(booking);
  const [advance] = (await getRecord(booking)).refunds;
  const id = advance?.id ?? '';
  await harness.stripe.control('POST', 'refunds', { refund: id, status: 'failed' });
  await tellStripe('refund.failed', { id, object: 'refund' }, await getIntentId(booking));
  expect(await harness.getOpenCases(booking.id)).toEqual(['refund_failed']);
  expect((await cancel(booking)).body.success).toBe(true);
  expect(await untilTripRefund(booking, 'paid')).toMatchObject({ amount: promised });
  expect(await harness.getOpenCases(booking.id)).toEqual([]);
});

describe('[LEDGER-13] what comes back', () => {
  const changes = createPaidChanges(harness, service);
  async function bookChangeable() {
    const booked = await changes.book(hasFee);
    return { ...booked, session: { cookie: booked.headers.cookie }, statusToken: '' };
  }
  type Changeable = Awaited<ReturnType<typeof bookChangeable>>;
  const quoteBack = async (booking: Changeable, amount: string) => {
    const price = { total_amount: `-${amount}`, refund_to: 'original_form_of_payment' };
    await harness.duffel.control('POST', `orders/${booking.orderId}`, { changes: price });
    return changes.quoteFlights(booking);
  };
  const confirm = (booking: Changeable, { id }: { id: string }) =>
    booking.call<Record<string, unknown>>('POST', `/changes/${id}/confirm`, {});
  const payAdvance = async (booking: ReviewedBooking, amount: string) => {
    expect((await act(booking, { action: 'refund', amount, isAdvance: true })).status).toBe(200);
    await untilRefunded(booking);
    return (await getRecord(booking)).refunds[0]?.id ?? '';
  };
  async function fail(booking: ReviewedBooking, id: string) {
    await harness.stripe.control('POST', 'refunds', { refund: id, status: 'failed' });
    await tellStripe('refund.failed', { id, object: 'refund' }, await getIntentId(booking));
  }

  it('is asked again when an advance has failed since the quote of a change', async () => {
    const booking = await bookChangeable();
    const advance = await payAdvance(booking, '50.00');
    const early = await quoteBack(booking, '88.50');
    expect(early.refund_amount).toBe('38.50');
    await fail(booking, advance);
    expect(await confirm(booking, early)).toMatchObject({ error: 'BOOKING_CHANGE_OUTDATED' });
    const change = await quoteBack(booking, '88.50');
    expect(change.refund_amount).toBe('88.50');
    expect(await confirm(booking, change)).toMatchObject({ state: 'done' });
    await harness.waitUntilProcessed(booking.offer);
    expect((await requestQuote(booking)).status).toBe(200);
  });

  it('is owed by each that was less by an advance which fails later', async () => {
    const booking = await bookChangeable();
    const advance = await payAdvance(booking, '50.00');
    const change = await quoteBack(booking, '30.00');
    expect(change.refund_amount).toBe('0.00');
    expect(await confirm(booking, change)).toMatchObject({ state: 'done' });
    expect((await cancel(booking)).body.success).toBe(true);
    await untilState(booking, 'cancelled');
    await fail(booking, advance);
    const read = () => booking.call<Record<string, unknown>>('GET', `/changes/${change.id}`);
    expect(await read()).toMatchObject({
      ...{ refund_amount: '30.00', refund_shares: [{ amount: '30.00', state: 'failed' }] },
    });
    expect(await readTripRefund(booking)).toMatchObject({ amount: '20.00', state: 'failed' });
    for (const amount of ['30.00', '20.00']) {
      expect((await act(booking, { action: 'refund', amount })).status).toBe(200);
      await harness.waitUntilProcessed(booking.offer);
    }
    expect(await read()).toMatchObject({
      ...{ refund_amount: '30.00', refund_shares: [{ amount: '30.00', state: 'paid' }] },
    });
    await untilTripRefund(booking, 'paid');
    await eventually(async () => (await harness.getOpenCases(booking.id)).length === 0 || undefined);
  });

  it('is asked again when a dispute was lost in part since the quote', async () => {
    const booking = await book();
    const early = (await requestQuote(booking)).body;
    await loseDispute(booking, 7500);
    expect((await cancel(booking, { quote_id: early.quote_id })).body).toMatchObject({
      error: 'CANCELLATION_QUOTE_CHANGED',
      details: { refund_amount: (Number(early.refund_amount) - 75).toFixed(2) },
    });
  });

  it('is no advance of a booking that is cancelled', async () => {
    const booking = await book();
    await cancel(booking);
    await untilState(booking, 'cancelled');
    const refused = await act(booking, { action: 'refund', amount: '50.00', isAdvance: true });
    expect(refused).toMatchObject({ status: 409, body: { error: 'ACTION_NOT_POSSIBLE' } });
  });

  it('by hand in place of a refund of a cancellation that has failed is told as paid', async () => {
    const booking = await book();
    await cancel(booking);
    const { amount } = await untilTripRefund(booking, 'paid');
    await fail(booking, (await getRecord(booking)).refunds[0]?.id ?? '');
    await untilTripRefund(booking, 'failed');
    const made = await refundByHand(booking, Math.round(Number(amount) * 100));
    await tellStripe('refund.created', made, await getIntentId(booking));
    expect(await untilTripRefund(booking, 'paid')).toMatchObject({ amount, returned_amount: null });
    expect(await harness.getOpenCases(booking.id)).not.toContain('refund_failed');
  });
});

describe('[LEDGER-06] [REFUND-04] money back of which a part waits', () => {
  const changes = createPaidChanges(harness, service);
  async function bookFree() {
    const booked = await changes.book(
      ({ conditions }) => conditions.refundable === true && Number(conditions.refund_penalty_amount) === 0,
    );
    return { ...booked, session: { cookie: booked.headers.cookie }, statusToken: '' };
  }
  const priceNext = (orderId: string, total_amount: string) =>
    harness.duffel.control('POST', `orders/${orderId}`, {
      changes: { total_amount, refund_to: 'original_form_of_payment' },
    });

  /** Disputes the payment of a change, or decides that dispute. */
  async function disputePayment(paymentId: string, status: string): Promise<void> {
    const { intent_id: intentId } = await harness.db
      .selectFrom('payments')
      .select('intent_id')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    const control = { payment_intent: intentId, status };
    const dispute = (await harness.stripe.control('POST', 'disputes', control)) as {
      id: string;
      object: string;
    };
    await tellStripe('charge.dispute.updated', dispute, intentId ?? '');
  }

  /** Until the airline was asked to confirm a change, which it answers late. */
  const untilAsked = () =>
    eventually(async () => {
      const { requests } = await harness.duffel.ledger();
      const isAsked = requests.some(
        ({ path, status }) =>
          path.includes('/order_changes/') && path.endsWith('/confirm') && status === null,
      );
      return isAsked || undefined;
    });
  const late = { method: 'POST', path: '/air/order_changes/.*/confirm', kind: 'latency', latencyMs: 3000 };

  /** A change that brings money back, during which something happens. */
  async function changeMeanwhile(amount: string, happen: (booking: ReviewedBooking) => Promise<unknown>) {
    const booking = await bookFree();
    await priceNext(booking.orderId, `-${amount}`);
    const change = await changes.quoteFlights(booking);
    expect(change.refund_amount).toBe(amount);
    await harness.duffel.fault(late);
    const made = booking.call<Record<string, unknown>>('POST', `/changes/${change.id}/confirm`, {});
    await untilAsked();
    await happen(booking);
    expect(await made).toMatchObject({ state: 'done' });
    const read = () => booking.call<BookingChange>('GET', `/changes/${change.id}`);
    return { booking, read, mail: await findMail(booking, 'is changed') };
  }

  it('[TRIP-03] of a change whose payment is disputed is told as held, and as paid once that is won', async () => {
    const { booking, read, mail } = await changeMeanwhile('40.00', (disputed) =>
      decideDispute(disputed, { status: 'needs_response' }, 'created'),
    );
    expect(mail).toContain('A payment of this trip is disputed at the bank. Once that is decided, $40 (USD)');
    expect(mail).not.toMatch(/on its way|being refunded/);
    expect(await read()).toMatchObject({ refund_shares: [{ amount: '40.00', state: 'disputed' }] });
    expect((await getRecord(booking)).refunds).toMatchObject([{ amount: '40.00', state: 'disputed' }]);
    await decideDispute(booking, { status: 'won' }, 'closed');
    const paid = await findMail(booking, 'A refund');
    expect(paid).toContain('$40 (USD) was refunded to your Visa card ending 4242.');
    // A change has lowered what was paid, so this sentence about goodwill is not true of it.
    expect(paid).not.toContain('taken off what comes back');
    expect(await read()).toMatchObject({ refund_shares: [{ amount: '40.00', state: 'paid' }] });
  });

  it('[TRIP-03] [LEDGER-13] of a change that was refunded in part before is told in part, and the rest as with a person', async () => {
    const { booking, read, mail } = await changeMeanwhile('40.00', async (refunded) => {
      const made = await refundByHand(refunded, toMinor(refunded.offer) - 3000);
      await tellStripe('refund.created', made, await getIntentId(refunded));
    });
    expect(mail).toMatch(/\$30 \(USD\) (is being|was) refunded to your Visa card ending 4242/);
    expect(mail).toContain(
      '$10 (USD) could not be refunded to your Visa card ending 4242, because no payment has so much left. We are looking at it.',
    );
    const shares = [
      { amount: '30.00', state: 'paid' },
      { amount: '10.00', state: 'review' },
    ];
    expect((await read()).refund_shares).toMatchObject(shares);
    expect(await harness.getOpenCases(booking.id)).toContain('refund_failed');
  });

  it('[LEDGER-14] of two payments is held for the one that is disputed alone, as trip, mails and record say', async () => {
    const booking = await bookFree();
    await priceNext(booking.orderId, '100.00');
    const { change, paymentId } = await changes.payFor(booking, await changes.findFlights(booking));
    expect(change.charge_amount).toBe('100.00');
    const confirmed = await booking.call('POST', `/changes/${change.id}/confirm`, { payment_id: paymentId });
    expect(confirmed).toMatchObject({ state: 'done' });
    await disputePayment(paymentId, 'needs_response');
    const cancelled = await cancel(booking);
    expect(cancelled.body.success, JSON.stringify(cancelled.body)).toBe(true);
    await untilState(booking, 'cancelled');
    await untilRefunded(booking);
    const first = booking.offer.total_amount;
    expect(await readTripRefund(booking)).toMatchObject({
      amount: (Number(first) + 100).toFixed(2),
      shares: [
        { amount: first, state: 'paid' },
        { amount: '100.00', state: 'disputed' },
      ],
    });
    expect((await getRecord(booking)).refunds).toMatchObject([
      { amount: first, state: 'succeeded' },
      { amount: '100.00', state: 'disputed' },
    ]);
    const mail = await findMail(booking, 'is cancelled');
    expect(mail).toMatch(
      new RegExp(`\\${refundFormats.price(first, 'USD').replace(/[()]/g, '\\$&')} (is being|was) refunded`),
    );
    expect(mail).toContain('Once that is decided, $100 (USD) is refunded');
    await disputePayment(paymentId, 'won');
    expect(await findMail(booking, 'A refund')).toContain('$100 (USD) was refunded');
    const all = await untilTripRefund(booking, 'paid');
    expect(all).not.toHaveProperty('shares');
  });
});

describe('[LEDGER-06] a dispute', () => {
  it('stops refunds until it is won, whatever the order of its events', async () => {
    const booking = await book();
    await decideDispute(booking, { status: 'needs_response' }, 'created', 'created');
    const record = await getRecord(booking);
    expect(record.payment.dispute).toBe('open');
    expect(possible(record)).not.toContain('refund');
    const refused = await act(booking, { action: 'refund', amount: '1.00' });
    expect(refused.body).toMatchObject({ error: 'ACTION_NOT_POSSIBLE' });
    expect(refused.body.message).toContain('disputes this payment');
    expect((await cancel(booking)).body.success).toBe(true);
    await untilState(booking, 'cancelled');
    expect((await getRecord(booking)).refunds).toMatchObject([{ state: 'disputed', id: null }]);
    expect(await readRefunds(booking)).toEqual([]);

    await decideDispute(booking, { status: 'won' }, 'closed', 'created');
    expect((await getRecord(booking)).payment.dispute).toBe('won');
    await untilRefunded(booking);
    const { cases } = await getRecord(booking);
    expect(cases).toMatchObject([{ kind: 'dispute', summary: expect.stringContaining('was won') }]);
  });

  it('[REFUND-04] that is lost ends the refund that waits for it, as trip, status page, mail and record say, and leaves nothing to refund', async () => {
    const booking = await book();
    await decideDispute(booking, { status: 'needs_response' }, 'updated');
    const { refund_amount, dispute } = (await requestQuote(booking)).body;
    expect(dispute).toBe('open');
    expect((await cancel(booking)).body.success).toBe(true);
    await untilState(booking, 'cancelled');
    expect(await readTripRefund(booking)).toMatchObject({ amount: refund_amount, state: 'disputed' });

    await decideDispute(booking, { status: 'lost' }, 'updated');
    expect(await readTripRefund(booking)).toMatchObject({ state: 'by_bank', returned_amount: null });
    const token = { token: booking.statusToken };
    const progress = await harness.send(service, 'POST', '/api/bookings/status', token, booking.session);
    expect(progress.body.refund).toMatchObject({ state: 'by_bank', card: null });
    expect((await getRecord(booking)).refunds).toMatchObject([{ state: 'by_bank', id: null }]);
    expect(await findMail(booking, 'A refund')).toContain('given the payment back after a dispute');
    expect(await readRefunds(booking)).toEqual([]);

    const late = await book();
    await decideDispute(late, { status: 'lost' }, 'closed');
    const record = await getRecord(late);
    expect(record.payment.dispute).toBe('lost');
    expect(possible(record)).not.toContain('refund');
    expect((await reviews.quoteForSupport(late)).body.refund_amount).toBe('0.00');
    await cancel(late);
    await untilState(late, 'cancelled');
    expect(await readTripRefund(late)).toMatchObject({ amount: '0.00', state: 'by_bank' });
  });

  it('[REFUND-02] of a part that is lost takes that part only, and once, as record, quote, trip and mail say', async () => {
    const booking = await book();
    const total = toMinor(booking.offer);
    const early = (await requestQuote(booking)).body;
    await loseDispute(booking, 5000);
    const lost = { dispute: 'lost', bank_amount: '50.00' };
    const afterLoss = (Number(early.refund_amount) - 50).toFixed(2);
    expect((await requestQuote(booking)).body).toMatchObject({ ...lost, refund_amount: afterLoss });
    const record = await getRecord(booking);
    expect(record).toMatchObject({
      payment: { dispute: 'lost', disputeLost: '50.00' },
      cases: [{ kind: 'dispute', summary: expect.stringContaining('has given $50 (USD) back') }],
    });
    expect(findRefund(record)?.maxAmount).toBe(toAmount(total - 5000));
    const most = await act(booking, { action: 'refund', amount: toAmount(total - 4900) });
    expect(most.body.message).toBe(
      `At most ${formatPriceWithCode(toAmount(total - 5000), 'USD')} can be refunded.`,
    );
    expect((await act(booking, { action: 'refund', amount: toAmount(total - 6000) })).status).toBe(200);
    expect(await untilTripRefund(booking, 'paid')).toMatchObject({ bank_amount: '50.00' });
    expect(await findMail(booking, 'A refund')).toContain(
      'The bank has given $50 (USD) of the payment back after a dispute.',
    );
    expect((await requestQuote(booking)).body).toMatchObject({ ...lost, refund_amount: '10.00' });
    await cancel(booking);
    await eventually(async () => (await readTripRefund(booking))?.amount === '10.00' || undefined);
    await harness.waitUntilProcessed(booking.offer);
    expect(await readTripRefund(booking)).toMatchObject({ state: 'paid' });
    expect(sum(await readRefunds(booking))).toBe(total - 5000);

    const cancelled = await book();
    await loseDispute(cancelled, 5000);
    await cancelByAirline(cancelled);
    expect(await readTripRefund(cancelled)).toMatchObject({
      ...{ state: 'owed', amount: toAmount(toMinor(cancelled.offer) - 5000) },
    });
  });

  it('[REFUND-02] of a part that is lost is taken off what a cancellation at the provider gives back', async () => {
    const booking = await book();
    const amount = (Number((await requestQuote(booking)).body.refund_amount) - 50).toFixed(2);
    await loseDispute(booking, 5000);
    const order_id = (await getRecord(booking)).order.id ?? '';
    const { data } = await duffel.orderCancellations.create({ order_id });
    await duffel.orderCancellations.confirm(data.id);
    await reviews.tellCancelled(order_id);
    expect(await untilTripRefund(booking, 'paid')).toMatchObject({ amount, bank_amount: '50.00' });
    expect(await readRefunds(booking)).toEqual([Math.round(Number(amount) * 100)]);
  });

  it('that is lost before an event told of it ends a refund, which is not told as under way', async () => {
    const booking = await book();
    expect((await act(booking, { action: 'refund', amount: '5.00' })).status).toBe(200);
    await decideDispute(booking, { status: 'needs_response' });
    expect((await act(booking, { action: 'refund', amount: '1.00' })).status).toBe(200);
    expect(await readTripRefund(booking)).toMatchObject({ amount: '6.00', state: 'pending' });
    await decideDispute(booking, { status: 'lost' }, 'closed');
    expect(await readTripRefund(booking)).toMatchObject({ amount: '5.00', state: 'paid' });
  });

  it('that is won, of which no event has told, leaves a refund to pay that the card provider refused before', async () => {
    const booking = await book();
    await decideDispute(booking, { status: 'needs_response' });
    expect((await act(booking, { action: 'refund', amount: '1.00' })).status).toBe(200);
    expect((await getRecord(booking)).refunds).toMatchObject([{ state: 'due', id: null }]);
    await decideDispute(booking, { status: 'won' });
    await untilRefunded(booking);
    expect(await readRefunds(booking)).toEqual([100]);
  });

  it('[LEDGER-14] and another one of the payment each hold, are answered and are counted', async () => {
    const booking = await book();
    const total = toMinor(booking.offer);
    const first = await decideDispute(booking, { status: 'needs_response', amount: 3000 }, 'created');
    const another = { status: 'needs_response', amount: 4000, isAnother: true };
    const second = await decideDispute(booking, another, 'created');
    const disputeCases = async () =>
      (await getRecord(booking)).cases.filter(({ kind }) => kind === 'dispute').map(({ summary }) => summary);
    expect(await disputeCases()).toHaveLength(2);
    expect((await act(booking, { action: 'evidence' })).status).toBe(200);
    expect((await act(booking, { action: 'evidence' })).status).toBe(200);
    expect((await act(booking, { action: 'evidence' })).body.error).toBe('ACTION_NOT_POSSIBLE');
    for (const id of [first, second])
      expect((await stripe.disputes.retrieve(id)).status, id).toBe('under_review');

    expect((await cancel(booking)).body.success).toBe(true);
    await untilState(booking, 'cancelled');
    await decideDispute(booking, { status: 'lost', dispute: first }, 'closed');
    expect(await disputeCases()).toContainEqual(expect.stringContaining('Another dispute of the payment'));
    expect((await getRecord(booking)).payment).toMatchObject({ dispute: 'open', disputeLost: '30.00' });
    expect((await getRecord(booking)).refunds).toMatchObject([{ state: 'disputed', id: null }]);
    expect((await act(booking, { action: 'refund', amount: '1.00' })).body.message).toContain('disputes');
    expect(await readRefunds(booking)).toEqual([]);

    await decideDispute(booking, { status: 'lost', dispute: second }, 'closed');
    expect((await getRecord(booking)).payment).toMatchObject({ dispute: 'lost', disputeLost: '70.00' });
    await untilTripRefund(booking, 'paid');
    expect(sum(await readRefunds(booking))).toBeLessThanOrEqual(total - 7000);
    expect(await readTripRefund(booking)).toMatchObject({ bank_amount: '70.00' });
    // What it has held until now is told when it is paid.
    expect(await findMail(booking, 'A refund')).toContain('Visa');
  });

  it('[LEDGER-13] [REFUND-01] that is lost after a cancellation is taken off what that gives back, as before it', async () => {
    const disputeAndCancel = async (isAll: boolean) => {
      const booking = await book();
      const promised = Number((await requestQuote(booking)).body.refund_amount) * 100;
      const amount = isAll ? promised + 1000 : 3000;
      await decideDispute(booking, { status: 'needs_response', amount }, 'created');
      expect((await cancel(booking)).body.success).toBe(true);
      await untilState(booking, 'cancelled');
      await decideDispute(booking, { status: 'lost' }, 'closed');
      return { booking, promised, amount };
    };
    const part = await disputeAndCancel(false);
    expect(await untilTripRefund(part.booking, 'paid')).toMatchObject({
      ...{ amount: toAmount(part.promised - 3000), bank_amount: '30.00' },
    });
    expect(await readRefunds(part.booking)).toEqual([part.promised - 3000]);
    expect(await harness.getOpenCases(part.booking.id)).toEqual(['dispute']);

    const all = await disputeAndCancel(true);
    const bank = { bank_amount: toAmount(all.amount) };
    expect(await readTripRefund(all.booking)).toMatchObject({ amount: '0.00', state: 'by_bank', ...bank });
    const record = await getRecord(all.booking);
    expect(record.refunds).toMatchObject([{ state: 'by_bank', id: null }]);
    expect(await findMail(all.booking, 'A refund')).toContain('bank');
    expect(await readRefunds(all.booking)).toEqual([]);
    expect(await harness.getOpenCases(all.booking.id)).toEqual(['dispute']);
  });

  it('is answered once with what is recorded of the booking as evidence', async () => {
    const booking = await book();
    expect(possible(await getRecord(booking))).not.toContain('evidence');
    expect((await act(booking, { action: 'evidence' })).body.error).toBe('ACTION_NOT_POSSIBLE');
    const id = await decideDispute(booking, { status: 'needs_response' }, 'created');
    await eventually(async () => ((await getRecord(booking)).mails[0]?.sentAt ? true : undefined));
    const record = await getRecord(booking);
    const shown = record.actions.find(({ action }) => action === 'evidence')?.evidence ?? '';
    for (const fact of [
      ...[record.flights[0], record.passengers[0], record.reference, record.order.id],
      ...[
        formatUtc(record.mails[0]?.sentAt ?? ''),
        formatPriceWithCode(record.amount, 'USD'),
        'the airline keeps a fee',
      ],
      ...[
        `mail to ${booking.email}: confirmed`,
        `${formatUtc(record.steps.at(-1)?.at ?? '')} booking confirmed`,
      ],
    ])
      expect(shown).toContain(fact);
    const { ip_address, created_at } = await harness.db
      .selectFrom('payments')
      .select(['ip_address', 'created_at'])
      .where('id', '=', record.payment.id)
      .executeTakeFirstOrThrow();
    expect(ip_address).toMatch(/^[\d.]+$/);
    expect(shown).toContain(
      `Complete Booking: ${formatUtc(created_at.toISOString())}, IP address ${ip_address}.`,
    );
    expect(shown).toMatch(/^Electronic tickets issued by the airline: \d{3}-\d{10}\.$/m);
    expect(shown).not.toContain('1990-12-10');

    await harness.duffel.fault({ method: 'GET', path: '/air/orders/', kind: 'status', status: 500 });
    expect(possible(await getRecord(booking))).not.toContain('evidence');
    await harness.duffel.clearFaults();
    await harness.stripe.fault({ method: 'POST', path: '/v1/disputes', kind: 'status', status: 500 });
    const request = { action: 'evidence', actionId: randomUUID(), text: 'It was their trip' };
    expect((await act(booking, request)).body.error).toBe('PROVIDER_UNAVAILABLE');
    await harness.stripe.clearFaults();
    const answered = await act(booking, request);
    expect(answered.status, JSON.stringify(answered.body)).toBe(200);
    expect((await act(booking, request)).status).toBe(200);
    expect(await stripe.disputes.retrieve(id)).toMatchObject({
      status: 'under_review',
      evidence: {
        ...{ customer_email_address: booking.email, customer_purchase_ip: ip_address },
        uncategorized_text: shown,
      },
    });
    const after = await getRecord(booking);
    expect(possible(after)).not.toContain('evidence');
    expect(after).toMatchObject({ payment: { dispute: 'open' }, history: [{ action: 'evidence' }] });
  });
});
