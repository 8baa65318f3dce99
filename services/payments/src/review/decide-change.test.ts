// Each test needs a booking, what both providers have of it, and someone of support.
import type { BookingRecord } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { getBooking } from '../bookings/booking.repository.ts';
import { createCancellations } from '../testing/cancellations.ts';
import { callStripe } from '../testing/challenges.ts';
import { createPaidChanges } from '../testing/paid-change.ts';
import { possible, startReviews } from '../testing/support.ts';

const { harness, service, getRecord, act, closeCase, tellCancelled, untilState } = await startReviews();
const changes = createPaidChanges(harness, service);
const { createCancellableBooking, requestQuote, cancel, getStatus, expectRefundedOnce } = createCancellations(
  harness,
  service,
);

type Prepared = Awaited<ReturnType<typeof changes.prepare>>;

const captures = '^/v1/payment_intents/.*/capture$';
const refuseCapture = (times: number) =>
  harness.stripe.fault({
    ...{ method: 'POST', path: captures, kind: 'status', status: 402, times },
    body: { error: { type: 'card_error', code: 'card_declined', message: 'x' } },
  });

/** A change that the airline has made, and whose price the card refused. */
async function prepareUnpaid() {
  const prepared = await changes.prepare();
  await refuseCapture(1);
  const { path, paymentId, headers } = prepared;
  const made = await harness.send(service, 'POST', path, { payment_id: paymentId }, headers);
  expect([made.status, made.body.state]).toEqual([200, 'review']);
  return { ...prepared, booking: prepared };
}

/** The total of the trip, and the prices of its bags. */
async function readPrice({ id }: { id: string }) {
  const { booking_data } = await getBooking(harness.db, id);
  return { total: booking_data.total_amount, bags: booking_data.bags.map(({ amount }) => amount) };
}

const findMail = ({ email }: { email: string }, end: string) =>
  eventually(async () => (await harness.getEmails(email)).find(({ subject }) => subject.endsWith(end)));

const untilChange = (prepared: Prepared, state: string) =>
  eventually(async () => ((await prepared.readChange()).state === state ? true : undefined));

const ofChange = ({ actions }: BookingRecord, id: string) =>
  actions.filter(({ changeId }) => changeId === id).map(({ action }) => action);

describe('[LEDGER-15] a change that was made and could not be charged', () => {
  it('is told at once, with the new flights, and its case cannot be closed undecided', async () => {
    const prepared = await prepareUnpaid();
    const mail = await findMail(prepared, 'not paid for yet');
    expect(mail.text).toContain('could not be charged');
    expect(mail.text).toContain('Your flights now');
    const record = await getRecord(prepared.booking);
    expect(ofChange(record, prepared.change.id)).toEqual(['charge', 'waive', 'settle']);
    const [open] = record.cases.filter(({ closedAt }) => closedAt === null);
    expect(open?.decisions).toEqual([]);
    expect((await closeCase(open?.id, 'nothing to do')).status).toBe(409);
    expect((await prepared.readChange()).state).toBe('review');
  });

  it('is ended by charging the card again; a card that refuses again leaves it as it is, told once', async () => {
    const prepared = await prepareUnpaid();
    const changeId = prepared.change.id;
    await refuseCapture(1);
    expect((await act(prepared.booking, { action: 'charge', changeId })).status).toBe(200);
    await eventually(async () => (await harness.getOpenCases(prepared.id)).length === 1 || undefined);
    await untilChange(prepared, 'review');
    expect((await act(prepared.booking, { action: 'charge', changeId })).status).toBe(200);
    await untilChange(prepared, 'done');
    const { card, ...outcome } = await changes.readOutcome(prepared);
    expect(outcome).toMatchObject({ booking: 'confirmed', payment: 'captured', cases: [] });
    expect(card.received).toBe(Math.round(Number(prepared.change.charge_amount) * 100));
    await findMail(prepared, 'is changed');
    const told = (await harness.getEmails(prepared.email)).filter(({ subject }) =>
      subject.includes('not paid for yet'),
    );
    expect(told).toHaveLength(1);
    expect(possible(await getRecord(prepared.booking))).not.toContain('waive');
    expect((await act(prepared.booking, { action: 'charge', changeId })).body.error).toBe(
      'ACTION_NOT_POSSIBLE',
    );
  });

  it.each([
    ['waiving', 'waive', {}, 'It cost nothing.'],
    ['settling', 'settle', { amount: '20.00' }, 'You have settled $20 (USD) with us in another way.'],
  ])(
    'is ended by %s its price: the card is released, and the total stays',
    async (_, action, input, words) => {
      const prepared = await prepareUnpaid();
      const before = (await getRecord(prepared.booking)).amount;
      const decision = { action, changeId: prepared.change.id, text: 'agreed on the phone', ...input };
      expect((await act(prepared.booking, decision)).status).toBe(200);
      await untilChange(prepared, 'done');
      expect(await changes.readOutcome(prepared)).toMatchObject({
        ...{ booking: 'confirmed', payment: 'voided', cases: [] },
        card: { received: 0, status: 'canceled' },
      });
      expect((await getRecord(prepared.booking)).amount).toBe(before);
      const mail = await findMail(prepared, 'is changed');
      expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(words);
    },
  );

  it('can be waived after the trip was cancelled, which releases the card and leaves the trip cancelled', async () => {
    const prepared = await prepareUnpaid();
    const { order } = await getRecord(prepared.booking);
    await harness.cancelOrder(order.id ?? '');
    await tellCancelled(order.id ?? '');
    await untilState(prepared.booking, 'cancelled_by_airline');
    const changeId = prepared.change.id;
    expect(ofChange(await getRecord(prepared.booking), changeId)).toEqual(['waive', 'settle']);
    expect((await act(prepared.booking, { action: 'charge', changeId })).body.error).toBe(
      'ACTION_NOT_POSSIBLE',
    );
    await act(prepared.booking, { action: 'waive', changeId, text: 'nothing was flown' });
    await eventually(async () => (await changes.readOutcome(prepared)).payment === 'voided' || undefined);
    await untilState(prepared.booking, 'cancelled_by_airline');
    const { card, cases } = await changes.readOutcome(prepared);
    expect([card.status, cases]).toEqual(['canceled', ['airline_change']]);
    expect(
      (await harness.getEmails(prepared.email)).filter(({ subject }) => subject.endsWith('is changed')),
    ).toEqual([]);
  });

  it('has a case of its own, so that another one that is decided leaves it open', async () => {
    const prepared = await prepareUnpaid();
    const bags = await changes.addBags(prepared);
    await refuseCapture(1);
    const made = await harness.send(service, 'POST', bags.path, { payment_id: bags.paymentId }, bags.headers);
    expect(made.body.state).toBe('review');
    expect(await harness.getOpenCases(prepared.id)).toEqual(['booking', 'booking']);
    const before = await readPrice(prepared);
    await act(prepared.booking, { action: 'waive', changeId: bags.change.id, text: 'agreed on the phone' });
    await eventually(async () => ((await bags.readChange()).state === 'done' ? true : undefined));
    expect(await harness.getOpenCases(prepared.id)).toEqual(['booking']);
    const { history, actions } = await getRecord(prepared.booking);
    expect(history.at(-1)?.text).toMatch(/bag.*agreed on the phone/);
    expect(new Set(actions.flatMap(({ changeId }) => changeId ?? []))).toEqual(new Set([prepared.change.id]));
    // What costs nothing takes nothing off the fare.
    expect(await readPrice(prepared)).toEqual(before);
    expect(before.bags).toEqual(['0.00']);
  });

  it('is not offered to be charged again once the card has lost the authorisation', async () => {
    const prepared = await prepareUnpaid();
    const { payment_intents } = await harness.stripe.ledger();
    const intent = payment_intents.find(({ metadata }) => metadata.payment_id === prepared.paymentId);
    await callStripe(harness.stripeProgram, `/v1/payment_intents/${intent?.id}/cancel`, {});
    const changeId = prepared.change.id;
    expect((await act(prepared.booking, { action: 'charge', changeId })).status).toBe(200);
    await eventually(async () => (await changes.readOutcome(prepared)).payment === 'voided' || undefined);
    await untilChange(prepared, 'review');
    expect(ofChange(await getRecord(prepared.booking), changeId)).toEqual(['waive', 'settle']);
  });
});

describe('[LEDGER-10] what the airline keeps failing', () => {
  const stuck = (record: BookingRecord) =>
    record.cases.filter(({ closedAt, subject }) => closedAt === null && subject.startsWith('stuck:'));

  const failing = (path: string) =>
    harness.duffel.fault({ method: 'POST', path, kind: 'status', status: 500, times: 1000 });

  it('is a case of support: a cancellation, which a person can stop', async () => {
    const booking = await createCancellableBooking();
    const { quote_id } = (await requestQuote(booking)).body;
    await failing('/air/order_cancellations/.*/actions/confirm');
    expect((await cancel(booking, { quote_id })).status).toBe(503);
    await eventually(async () => stuck(await getRecord(booking)).length === 1 || undefined);
    expect(possible(await getRecord(booking))).toContain('stop');
    expect((await act(booking, { action: 'stop', text: 'the airline is down' })).status).toBe(200);
    await eventually(async () => (await getStatus(booking)) === 'confirmed' || undefined);
    await findMail(booking, 'is not cancelled');
    expect(stuck(await getRecord(booking))).toEqual([]);
    expect(possible(await getRecord(booking))).not.toContain('stop');
    await harness.duffel.clearFaults();
    const again = (await requestQuote(booking)).body;
    expect((await cancel(booking, { quote_id: again.quote_id })).status).toBe(200);
  });

  it('ends by itself when the airline has done it after all, although a person has stopped it', async () => {
    const booking = await createCancellableBooking();
    const { quote_id, refund_amount } = (await requestQuote(booking)).body;
    await harness.duffel.fault({
      ...{ method: 'POST', path: '/air/order_cancellations/.*/actions/confirm' },
      ...{ kind: 'commit_late', status: 0, delayMs: 2000 },
    });
    await failing('/air/order_cancellations/.*/actions/confirm');
    expect((await cancel(booking, { quote_id })).status).toBe(503);
    await act(booking, { action: 'stop', text: 'the airline is down' });
    await expectRefundedOnce(booking, refund_amount);
    expect(await getStatus(booking)).toBe('cancelled');
    expect(stuck(await getRecord(booking))).toEqual([]);
  });

  it('is a case of support: a change, which a person can stop', async () => {
    const prepared = await changes.prepare();
    await failing('/air/order_changes/.*/actions/confirm');
    const { path, paymentId, headers } = prepared;
    const sent = await harness.send(service, 'POST', path, { payment_id: paymentId }, headers);
    expect(sent.body.state).toBe('under_way');
    const booking = prepared;
    await eventually(async () => stuck(await getRecord(booking)).length === 1 || undefined);
    expect((await act(booking, { action: 'stop', text: 'the airline is down' })).status).toBe(200);
    await untilChange(prepared, 'failed');
    expect(await changes.readOutcome(prepared)).toMatchObject({
      ...{ booking: 'confirmed', payment: 'voided', cases: [] },
    });
  });
});
