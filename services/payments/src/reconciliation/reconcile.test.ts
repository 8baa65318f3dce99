// Each test makes bookings, loses or edits rows of them, and waits for the comparison of all ledgers.
import type { BagService, BookingRecord, DailyClose, Offer, ReviewCasePage } from '@fareline/contracts';
import { Duffel } from '@duffel/api';
import { eventually } from '@fareline/service-kit/testing';
import { formatPrice } from '@fareline/presentation/formats';
import { randomUUID } from 'node:crypto';
import { sql, type KyselyPlugin, type Transaction, type UpdateObject } from 'kysely';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { startSharedHarness } from '../testing/harness.ts';
import { createPaidChanges } from '../testing/paid-change.ts';
import { sendAttempt, sendRequest } from '../testing/send-request.ts';
import { createOrderEvent, signHeaders } from '../testing/webhook-events.ts';
import { createBookingRequest, createCard, createPaymentRequest } from '../testing/requests.ts';
import { reconcileHandler } from './reconcile.job.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments({ RECONCILE_EVERY_MS: '500', RECONCILE_MARGIN_MS: '0' });
const { hostname: host, port } = new URL(harness.stripeProgram.url);
const stripe = new Stripe('sk_test_payments', { host, port, protocol: 'http', telemetry: false });
const duffel = new Duffel({ token: 'duffel_test_payments', basePath: harness.duffelProgram.url });
const support = await harness.signUpSupport();

interface TestBooking {
  offer: Offer;
  id: string;
  paymentId: string;
  intentId: string;
  orderId: string;
  cookie: string;
}

async function book(penalty: 'free' | 'kept' = 'kept'): Promise<TestBooking> {
  const offer = await harness.getFreshOffer({}, ({ conditions: { refund_penalty_amount: amount } }) =>
    penalty === 'free' ? Number(amount ?? Number.NaN) === 0 : Number(amount) > 0,
  );
  return bookOffer(offer);
}

async function bookOffer(offer: Offer, bag?: BagService): Promise<TestBooking> {
  const quantity = bag?.max_quantity ?? 0;
  const amount = (Number(offer.total_amount) + quantity * Number(bag?.total_amount ?? 0)).toFixed(2);
  const bags = bag && [{ serviceId: bag.id, passengerId: bag.passenger_ids[0], quantity }];
  const { paymentDetails, ...trip } = createBookingRequest(offer, { cardDetails: createCard() });
  const request = { ...trip, bags, paymentDetails: { ...paymentDetails, amount } };
  const { status, body, cookies } = await sendAttempt(service, '/api/bookings', request);
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

const post = (path: string, body?: object) =>
  harness.send(service, 'POST', `/api/review/${path}`, body, support);
const getRecord = async (id: string) =>
  (await harness.send(service, 'GET', `/api/review/bookings/${id}`, undefined, support))
    .body as unknown as BookingRecord;
const findCase = (text: string) =>
  eventually(async () => {
    const { body } = await harness.send(service, 'GET', '/api/review/cases', undefined, support);
    return (body as unknown as ReviewCasePage).cases.find(({ subject }) => subject.includes(text));
  });
const join = (caseId: string, text = 'Restored') => post(`cases/${caseId}/join`, { text });
const refundFive = (id: string) =>
  post(`bookings/${id}/actions`, { actionId: randomUUID(), action: 'refund', amount: '5.00' });
const cancel = ({ id, cookie }: TestBooking) =>
  harness.send(service, 'POST', `/api/bookings/${id}/cancel`, undefined, { cookie });
const listRefunds = async (payment_intent: string) => (await stripe.refunds.list({ payment_intent })).data;
const sumUp = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const toCents = (amounts: (string | undefined)[]) =>
  sumUp(amounts.map((amount) => Math.round(Number(amount) * 100)));

/** What the airline gave back for an order. */
async function readGiven(orderId: string) {
  const { cancellations } = await harness.duffel.ledger();
  return cancellations.find(({ order_id }) => order_id === orderId)?.refund_amount;
}
const closeCases = () =>
  harness.db.updateTable('review_cases').set({ closed_at: new Date(), closed_by: 'ada' }).execute();

const setBooking = (id: string, values: UpdateObject<Tables, 'bookings'>) =>
  harness.db.updateTable('bookings').set(values).where('id', '=', id).execute();

const setPayment = (id: string, values: UpdateObject<Tables, 'payments'>) =>
  harness.db.updateTable('payments').set(values).where('id', '=', id).execute();

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

/** The close of today, and of yesterday in case the test runs over midnight. */
async function readCloses(): Promise<DailyClose[]> {
  const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);
  const range = `from=${toDay(Date.now() - 86_400_000)}&to=${toDay(Date.now())}`;
  const path = `/api/review/daily-closes?${range}`;
  const { body } = await harness.send(service, 'GET', path, undefined, support);
  return body.closes as DailyClose[];
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

/** What came after a booking was confirmed, but for the payments of its changes. */
async function loseWork(trx: Transaction<Tables>, id: string): Promise<void> {
  const ofBooking = trx.selectFrom('payments').select('id').where('booking_id', '=', id);
  await trx.deleteFrom('review_cases').where('booking_id', '=', id).execute();
  await trx.deleteFrom('refunds').where('payment_id', 'in', ofBooking).execute();
  await trx.deleteFrom('booking_actions').where('booking_id', '=', id).execute();
  await trx.deleteFrom('amendments').where('booking_id', '=', id).execute();
  await trx.deleteFrom('outbox').where('subject', '=', id).where('kind', '<>', 'mail_confirmed').execute();
  const steps = trx.deleteFrom('booking_steps').where('booking_id', '=', id);
  await steps.where('state', 'not in', ['ordered', 'confirmed']).execute();
}

/** At once, as a restored dump does. */
const loseRows = ({ id }: Pick<TestBooking, 'id'>) =>
  harness.db.transaction().execute(async (trx) => {
    await loseWork(trx, id);
    await trx.deleteFrom('booking_steps').where('booking_id', '=', id).execute();
    await trx.deleteFrom('booking_locks').where('booking_id', '=', id).execute();
    await trx.deleteFrom('outbox').where('subject', '=', id).execute();
    await trx.updateTable('idempotency_keys').set({ payment_id: null, booking_id: null }).execute();
    await trx.deleteFrom('bookings').where('id', '=', id).execute();
    await trx.deleteFrom('payments').where('booking_id', '=', id).execute();
  });

const createAuthorisation = (paymentId: string, metadata: Record<string, string> = {}) =>
  stripe.paymentIntents.create({
    amount: 12_300,
    currency: 'usd',
    capture_method: 'manual',
    confirm: true,
    payment_method: 'pm_card_visa',
    allowed_payment_method_types: ['card'],
    metadata: { ...metadata, payment_id: paymentId },
  });

it('[REVIEW-06] compares every page of both providers, finds nothing wrong with bookings, refunds and declined cards, and closes the day', async () => {
  await book();
  const cancelled = await book();
  const { body } = await cancel(cancelled);
  expect(body.success, JSON.stringify(body)).toBe(true);
  const offer = await harness.getFreshOffer();
  const declinedCard = createPaymentRequest(offer, { cardDetails: createCard('4000000000000002') });
  await sendAttempt(service, '/api/payments/process-card', declinedCard);
  const fields = { amount: 1000, currency: 'usd' };
  for (let count = 0; count < 101; count += 1)
    await stripe.paymentIntents.create({ ...fields, metadata: { payment_id: randomUUID() } });
  await harness.waitUntilProcessed(cancelled.offer);

  const run = await waitForRun();
  expect(run).toMatchObject({ refunds: 1, orders: 2, findings: 0, repaired: 0 });
  expect(run.intents).toBeGreaterThanOrEqual(104);
  expect(await getCases()).toEqual([]);
  const ledger = await harness.duffel.ledger();
  const stripeLedger = await harness.stripe.ledger();
  const captured = sumUp(stripeLedger.payment_intents.map(({ amount_received }) => amount_received));
  const ordered = toCents(ledger.orders.map(({ total_amount }) => total_amount));
  const refunded = sumUp(stripeLedger.refunds.map(({ amount }) => amount));
  const closes = await readCloses();
  const sumOf = (read: (close: DailyClose) => string) => toCents(closes.map(read));
  expect(sumUp(closes.map(({ bookings }) => bookings))).toBe(2);
  expect(sumOf((close) => close.captured)).toBe(captured);
  expect(sumOf((close) => close.ordered)).toBe(ordered);
  expect(sumOf((close) => close.refunded)).toBe(refunded);
  expect(sumOf((close) => close.markup)).toBe(captured - ordered);
  for (const { captured: paid, ordered: cost, refunded: back, provider } of closes)
    expect(provider).toEqual({ captured: paid, ordered: cost, refunded: back, disputed: '0.00' });

  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/\nreconciliation_age_seconds\{mode="test"\} [\d.]+\n/);
});

it('[LEDGER-01] notices a refund that failed later although no event came', async () => {
  const cancelled = await book();
  await cancel(cancelled);
  await harness.waitUntilProcessed(cancelled.offer);
  const readRefund = () =>
    harness.db
      .selectFrom('refunds')
      .select(['state', 'provider_id'])
      .where('payment_id', '=', cancelled.paymentId)
      .executeTakeFirstOrThrow();
  const { provider_id: refund } = await readRefund();
  await waitForRun();
  await harness.stripe.control('POST', 'refunds', { refund, status: 'failed' });
  await eventually(async () => ((await readRefund()).state === 'failed' ? true : undefined));
  expect(await getCases()).toMatchObject([{ subject: refund, booking_id: cancelled.id }]);
  await closeCases();
});

it('[LEDGER-06] records a dispute and its decision although no event came', async () => {
  const booking = await book();
  const decide = async (status: string) => {
    await harness.stripe.control('POST', 'disputes', { payment_intent: booking.intentId, status });
    const ofPayment = harness.db.selectFrom('disputes').where('payment_id', '=', booking.paymentId);
    const readStates = () => ofPayment.select('state').execute();
    const state = status === 'needs_response' ? 'open' : status;
    await eventually(async () =>
      (await readStates()).some((dispute) => dispute.state === state) ? true : undefined,
    );
  };
  await decide('needs_response');
  expect(await harness.getOpenCases(booking.id)).toEqual(['dispute']);
  const ofDispute = ({ subject, payment_id }: Awaited<ReturnType<typeof getCases>>[number]) =>
    subject.includes(':disputed:') || payment_id === booking.paymentId;
  expect((await getCases()).filter(ofDispute)).toEqual([]);
  await decide('won');
  await decide('lost');
  expect(await harness.getOpenCases(booking.id)).toEqual(['dispute']);
});

it('[REVIEW-06] voids an authorisation of a payment that counts as unpaid', async () => {
  const offer = await harness.getFreshOffer();
  const declinedCard = createPaymentRequest(offer, { cardDetails: createCard('4000000000000002') });
  await sendAttempt(service, '/api/payments/process-card', declinedCard);
  const { id } = await harness.db
    .selectFrom('payments')
    .select('id')
    .where('purchase_id', '=', offer.id)
    .executeTakeFirstOrThrow();
  const authorisation = await createAuthorisation(id);
  await eventually(async () => {
    const { status } = await stripe.paymentIntents.retrieve(authorisation.id);
    return status === 'canceled' || undefined;
  });
  await waitForRun();
  expect(await getCases()).toEqual([]);
});

it('[REVIEW-06] puts into the review queue what someone changed at a provider or a restored backup has lost, once', async () => {
  const [cancelledByAirline, refundedByHand, lost] = [await book(), await book(), await book()];
  await harness.cancelOrder(cancelledByAirline.orderId);
  const refund = await stripe.refunds.create({ payment_intent: refundedByHand.intentId, amount: 500 });
  await loseRows(lost);
  const expected = [
    { subject: `booking_unknown:${lost.id}`, booking_id: null, payment_id: null },
    {
      subject: `refund_unknown:${refund.id}`,
      booking_id: refundedByHand.id,
      payment_id: refundedByHand.paymentId,
    },
  ];
  await eventually(async () => ((await getCases()).length === 2 ? true : undefined));
  expect(await getCases()).toEqual(expected);
  // The order is read once more before the booking ends.
  await eventually(async () =>
    (await harness.getOpenCases(cancelledByAirline.id)).length > 0 ? true : undefined,
  );
  expect(await harness.getOpenCases(cancelledByAirline.id)).toEqual(['airline_change']);
  expect((await getRecord(cancelledByAirline.id)).state).toBe('cancelled_by_airline');

  const isRefundEqual = ({ brand, refunded, provider }: DailyClose) =>
    brand === null ? Number(provider.refunded) === 0 : refunded === provider.refunded;
  await eventually(async () => ((await readCloses()).every(isRefundEqual) ? true : undefined));
  await setBooking(refundedByHand.id, { amount_minor: sql`amount_minor + 1` });
  const isDifferent = ({ brand, captured, provider }: DailyClose) =>
    brand !== null && captured !== provider.captured;
  await eventually(async () => ((await readCloses()).some(isDifferent) ? true : undefined));

  await eventually(async () => ((await getCases()).length === 3 ? true : undefined));
  await closeCases();
  expect(await waitForRun()).toMatchObject({ findings: 3, repaired: 0 });
  expect(await getCases()).toEqual([]);
});

it('[LEDGER-02] opens one case when its event is handled while an order that the airline cancelled is found', async () => {
  const { id, orderId } = await book();
  await setBooking(id, { lease_token: randomUUID(), lease_until: sql`now() + interval '1 hour'` });
  await harness.cancelOrder(orderId);
  await waitForRun();
  expect(await harness.getOpenCases(id)).toEqual([]);
  await setBooking(id, { lease_until: null });
  await eventually(async () => ((await harness.getOpenCases(id)).length > 0 ? true : undefined));
  await waitForRun();
  expect(await harness.getOpenCases(id)).toEqual(['airline_change']);
});

it('[LEDGER-07] joins an order and its payment that a restored dump has lost into a booking, once, refundable by the provider', async () => {
  const offer = await harness.getFreshOffer(
    { origin: 'DXB', destination: 'AMS' },
    ({ conditions }) => conditions.cancellation_options.length > 0,
  );
  const [bag] = await harness.getBags(offer);
  const lost = await bookOffer(offer, bag);
  const before = await getRecord(lost.id);
  const readRow = async () => {
    const { booking_data, ...row } = await harness.db
      .selectFrom('bookings')
      .select(['status_token_hash', 'last_arrival_at', 'provider_amount', 'contact_email', 'booking_data'])
      .where('id', '=', lost.id)
      .executeTakeFirstOrThrow();
    const { slices, ...data } = booking_data;
    const segments = slices.map((slice) => slice.segments.map(({ services: _, ...segment }) => segment));
    return {
      ...row,
      ...data,
      slices: slices.map((slice, index) => ({ ...slice, segments: segments[index] })),
    };
  };
  const rowBefore = await readRow();
  expect([rowBefore.bags.length, rowBefore.slices[0]?.segments?.[0]?.stops.length]).toEqual([1, 1]);
  // The mail of the day, which is not lost with the rows.
  await eventually(async () => (await harness.getEmails(before.contactEmail))[0]);
  await loseRows(lost);
  const refund = await stripe.refunds.create({ payment_intent: lost.intentId, amount: 500 });
  const dispute = { payment_intent: lost.intentId, status: 'needs_response' };
  await harness.stripe.control('POST', 'disputes', dispute);
  const orphan = await findCase(`booking_unknown:${lost.id}`);
  expect(orphan.decisions).toContain('join');
  expect((await join(orphan.id, ' ')).body.error).toBe('VALIDATION_ERROR');

  const presses = await Promise.all([join(orphan.id), join(orphan.id)]);
  expect([...presses, await join(orphan.id)].map(({ body }) => body)).toEqual(
    Array(3).fill({ bookingId: lost.id }),
  );
  const record = await getRecord(lost.id);
  const { reference, amount, currency, brand, contactName, contactEmail, ...facts } = before;
  const { flights, passengers, order, cancellability } = facts;
  const payment = { ...facts.payment, dispute: 'open' };
  expect(record).toMatchObject({
    ...{ state: 'confirmed', reference, amount, currency, brand, contactName, contactEmail },
    ...{ flights, passengers, order, payment, cancellability },
  });
  expect(await readRow()).toEqual(rowBefore);
  expect(record.refunds).toMatchObject([{ id: refund.id, amount: '5.00' }]);
  expect(record.history).toMatchObject([{ action: 'join', text: 'Restored' }]);
  expect(record.cases.find(({ id }) => id === orphan.id)?.closedBy).toMatch(/^user/);
  const total = Number(amount);
  await harness.stripe.control('POST', 'disputes', { ...dispute, status: 'won' });
  const won = await eventually(async () => {
    const again = await getRecord(lost.id);
    return again.payment.dispute === 'won' ? again : undefined;
  });
  const offered = won.actions.find(({ action }) => action === 'refund');
  expect(offered?.maxAmount).toBe((total - 5).toFixed(2));
  // The traveller has the mail of the day, and gets that of the refund by hand; support can send the first again.
  const countMails = async () => (await harness.getEmails(contactEmail)).length;
  expect(record.mails.map(({ kind }) => kind)).toEqual(['mail_confirmed', 'mail_refunded']);
  await eventually(async () => (await countMails()) === 2 || undefined);
  const resend = { actionId: randomUUID(), action: 'resend', mail: 'mail_confirmed' };
  expect((await post(`bookings/${lost.id}/actions`, resend)).status).toBe(200);
  await eventually(async () => (await countMails()) === 3 || undefined);
  const [again] = (await harness.getEmails(contactEmail)).slice(-1);
  expect(again?.text).toContain(`(${formatPrice(rowBefore.bags[0]?.amount, 'USD')})`);
  expect(record.steps.map(({ state }) => state)).toEqual(['ordered', 'confirmed']);
  expect(await harness.getOpenCases(lost.id)).toContain('dispute');
  await waitForRun();
  expect((await getCases()).filter(({ subject }) => subject.startsWith('daily_close:'))).toEqual([]);

  await closeCases();
  expect(await waitForRun()).toMatchObject({ repaired: 0 });
  expect(await getCases()).toEqual([]);
  const event = createOrderEvent('order.created', lost.id, lost.offer.id);
  await sendRequest(service, 'POST', '/api/webhooks/duffel', event, signHeaders('duffel', event));
  const quote = await post(`bookings/${lost.id}/cancellation-quote`);
  const cancelled = await post(`bookings/${lost.id}/actions`, {
    ...{ action: 'cancel', actionId: randomUUID(), quoteId: quote.body.quote_id, text: 'Called us' },
  });
  expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
  await harness.waitUntilProcessed(lost.offer);
  const refunded = sumUp((await listRefunds(lost.intentId)).map(({ amount }) => amount)) / 100;
  expect(refunded).toBeCloseTo(Number(quote.body.refund_amount) + 5, 2);
  expect(refunded).toBeLessThanOrEqual(total);
});

describe('[LEDGER-16] a change that a restored dump has lost', () => {
  const changes = createPaidChanges(harness, service);
  const kept = [
    ...(['amount_minor', 'provider_amount', 'booking_data', 'last_arrival_at', 'tickets'] as const),
  ];
  const readRow = (id: string) =>
    harness.db.selectFrom('bookings').select(kept).where('id', '=', id).executeTakeFirstOrThrow();
  const flightsOf = ({ booking_data: { slices } }: Awaited<ReturnType<typeof readRow>>) =>
    slices.map(({ segments }) =>
      segments.map(({ flight_number, departing_at }) => [flight_number, departing_at]),
    );

  /** Of a booking as it was before them. */
  const loseChanges = (
    id: string,
    changeIds: readonly string[],
    { booking_data, tickets, ...before }: Awaited<ReturnType<typeof readRow>>,
  ) =>
    harness.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('refunds').where('change_id', 'in', changeIds).execute();
      await trx.deleteFrom('amendments').where('id', 'in', changeIds).execute();
      await trx.updateTable('idempotency_keys').set({ payment_id: null }).execute();
      await trx.deleteFrom('payments').where('purchase_id', 'in', changeIds).execute();
      const data = { booking_data: JSON.stringify(booking_data), tickets: JSON.stringify(tickets) };
      await trx
        .updateTable('bookings')
        .set({ ...before, ...data })
        .where('id', '=', id)
        .execute();
    });
  const setPrice = (orderId: string, total_amount: string) =>
    harness.duffel.control('POST', `orders/${orderId}`, {
      changes: { total_amount, refund_to: 'original_form_of_payment' },
    });

  const correct = ({ id }: { id: string }) =>
    post(`bookings/${id}/actions`, { actionId: randomUUID(), action: 'correct', text: 'Restored' });

  it('is joined with its payment and its booking, and its charge is refunded by nobody', async () => {
    const prepared = await changes.prepare();
    const before = await readRow(prepared.id);
    const body = { payment_id: prepared.paymentId };
    const made = await harness.send(service, 'POST', prepared.path, body, prepared.headers);
    expect(made.body.state, JSON.stringify(made.body)).toBe('done');
    const after = await readRow(prepared.id);
    await loseChanges(prepared.id, [prepared.change.id], before);
    const unknown = await eventually(async () =>
      (await getCases()).find(({ subject }) => subject.startsWith('payment_unknown:')),
    );
    expect(unknown.booking_id).toBe(prepared.id);
    await findCase(`order_amount:${prepared.orderId}`);
    const stray = await findCase(unknown.subject);
    const refused = await post(`cases/${stray.id}/refund`, { text: 'Stray' });
    expect(refused).toMatchObject({ status: 409, body: { error: 'ACTION_NOT_POSSIBLE' } });
    expect(refused.body.message).toContain('correct the booking first');

    expect((await correct(prepared)).status).toBe(200);
    const joined = await readRow(prepared.id);
    expect(joined).toMatchObject({
      ...{ amount_minor: after.amount_minor, provider_amount: after.provider_amount },
      booking_data: { total_amount: after.booking_data.total_amount },
    });
    expect(flightsOf(joined)).toEqual(flightsOf(after));
    expect(await prepared.readChange()).toMatchObject({
      ...{ state: 'done', charge_amount: prepared.change.charge_amount, card: { last4: '4242' } },
    });
    await waitForRun();
    expect(await getCases()).toEqual([]);
  });

  it('and that gave money back is joined with its refund', async () => {
    const booked = await changes.book();
    const before = await readRow(booked.id);
    await setPrice(booked.orderId, '-60.00');
    const change = await changes.quoteFlights(booked, () => true);
    expect(change.refund_amount).toBe('60.00');
    const path = `/changes/${change.id}/confirm`;
    expect(await booked.call('POST', path, {})).toMatchObject({ state: 'done' });
    const refunds = () =>
      harness.db.selectFrom('refunds').selectAll().where('change_id', '=', change.id).execute();
    await eventually(async () => ((await refunds())[0]?.provider_id ? true : undefined));
    const after = await readRow(booked.id);
    await loseChanges(booked.id, [change.id], before);
    await findCase(`order_amount:${booked.orderId}`);
    await waitForRun();
    expect((await correct(booked)).status).toBe(200);
    expect((await readRow(booked.id)).amount_minor).toBe(after.amount_minor);
    expect(await refunds()).toMatchObject([{ amount_minor: 6000 }]);
    expect(await booked.call('GET', `/changes/${change.id}`)).toMatchObject({ refund_amount: '60.00' });
    await waitForRun();
    expect(await getCases()).toEqual([]);
  });

  it.each(['60.00', '80.00'])(
    'of %s, and another one that gave back 60.00, are joined with all their money, and nothing is stray',
    async (price) => {
      const booked = await changes.book();
      const before = await readRow(booked.id);
      await setPrice(booked.orderId, price);
      const first = await changes.payFor(booked, await changes.findFlights(booked));
      const paid = { payment_id: first.paymentId };
      expect(await booked.call('POST', `/changes/${first.change.id}/confirm`, paid)).toMatchObject({
        state: 'done',
      });
      await setPrice(booked.orderId, '-60.00');
      const second = await changes.quoteFlights(booked);
      expect(await booked.call('POST', `/changes/${second.id}/confirm`, {})).toMatchObject({ state: 'done' });
      const refundsOf = (id: string) =>
        harness.db.selectFrom('refunds').select('provider_id').where('change_id', '=', id).execute();
      await eventually(async () => ((await refundsOf(second.id))[0]?.provider_id ? true : undefined));
      const after = await readRow(booked.id);
      await loseChanges(booked.id, [first.change.id, second.id], before);
      const unknown = await eventually(async () =>
        (await getCases()).find(({ subject }) => subject.startsWith('payment_unknown:')),
      );
      const stray = await findCase(unknown.subject);
      const refused = await post(`cases/${stray.id}/refund`, { text: 'Stray' });
      expect(refused.body.error, JSON.stringify(refused.body)).toBe('ACTION_NOT_POSSIBLE');
      await waitForRun();
      expect((await correct(booked)).status).toBe(200);
      const { amount_minor, provider_amount } = await readRow(booked.id);
      expect({ amount_minor, provider_amount }).toEqual({
        ...{ amount_minor: after.amount_minor, provider_amount: after.provider_amount },
      });
      expect(await refundsOf(second.id)).toHaveLength(1);
      await waitForRun();
      expect(await getCases()).toEqual([]);
    },
  );
});

describe('[LEDGER-16] what a restored dump has lost with its changes', () => {
  const changes = createPaidChanges(harness, service);
  type Booked = Awaited<ReturnType<typeof changes.book>>;

  const setPrice = (orderId: string, total_amount: string) =>
    harness.duffel.control('POST', `orders/${orderId}`, {
      changes: { total_amount, refund_to: 'original_form_of_payment' },
    });

  /** Changes flights at each of these prices; what is below zero comes back. */
  async function change(booked: Booked, prices: readonly string[]): Promise<void> {
    for (const price of prices) {
      await setPrice(booked.orderId, price);
      const flights = await changes.findFlights(booked);
      const { change: made, paymentId } =
        Number(price) > 0
          ? await changes.payFor(booked, flights)
          : { change: await changes.quoteFlights(booked), paymentId: undefined };
      const paid = paymentId === undefined ? {} : { payment_id: paymentId };
      const path = `/changes/${made.id}/confirm`;
      expect(await booked.call('POST', path, paid)).toMatchObject({ state: 'done' });
    }
    await settle(booked);
  }

  const readRefunds = (id: string) =>
    harness.db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'payment_id')
      .select(['refunds.id', 'provider_id', 'refunds.amount_minor', 'refunds.state'])
      .select(['change_id', 'action_id', 'is_advance', 'cancellation_id'])
      .where('booking_id', '=', id)
      .orderBy('provider_id')
      .execute();
  /** Nothing is worked on any more. */
  const settle = ({ id }: Pick<Booked, 'id'>) =>
    eventually(async () => (await readRefunds(id)).every(({ state }) => state === 'succeeded') || undefined);

  /** What tables, trip and daily close have of a booking. */
  async function readAll({ id }: Booked) {
    await waitForRun();
    const { amount, trip, flights } = await getRecord(id);
    const columns = ['state', 'amount_minor', 'provider_amount', 'last_arrival_at', 'tickets'] as const;
    const booking = harness.db.selectFrom('bookings').select(columns).where('id', '=', id);
    const amendments = harness.db
      .selectFrom('amendments')
      .select(['kind', 'state', 'charge_minor', 'refund_minor', 'advance_minor', 'provider_amount'])
      .where('booking_id', '=', id)
      .where('state', '=', 'done')
      // The card provider's times are whole seconds, in which the changes of a test have no order.
      .orderBy('kind')
      .orderBy('provider_amount');
    const paid = harness.db
      .selectFrom('payments')
      .select(['id', 'state', 'amount_minor', 'intent_id', 'purchase_kind', 'purchase_id'])
      .where('booking_id', '=', id)
      .orderBy('id');
    return {
      booking: await booking.executeTakeFirstOrThrow(),
      amendments: await amendments.execute(),
      paid: await paid.execute(),
      refunds: (await readRefunds(id)).map(({ cancellation_id, ...refund }) => ({
        ...refund,
        isOfCancellation: cancellation_id !== null,
      })),
      record: { amount, flights, total: trip.total_amount },
      closes: (await readCloses()).map(({ computedAt: _, ...close }) => close),
    };
  }

  async function joinLost(booked: Booked): Promise<void> {
    await loseRows(booked);
    const orphan = await findCase(`booking_unknown:${booked.id}`);
    expect((await join(orphan.id)).body).toEqual({ bookingId: booked.id });
    await harness.waitUntilProcessed(booked.offer);
    await settle(booked);
  }

  const correct = async ({ id }: Booked) => {
    const action = { actionId: randomUUID(), action: 'correct', text: 'Restored' };
    const { status, body } = await post(`bookings/${id}/actions`, action);
    expect(status, JSON.stringify(body)).toBe(200);
  };

  it.each([
    ['USD', ['60.00']],
    ['USD', ['-60.00']],
    ['USD', ['80.00', '-60.00', '15.00']],
    ['KWD', ['6.00', '-2.00']],
  ] as const)('a booking and its changes, in %s of %j, are joined as they were', async (currency, prices) => {
    if (currency !== 'USD') await harness.duffel.control('POST', 'results', { times: 2, currency });
    const booked = await changes.book();
    await change(booked, prices);
    const before = await readAll(booked);
    expect(new Set(before.amendments.map(({ provider_amount }) => Number(provider_amount)))).toEqual(
      new Set(prices.map(Number)),
    );
    await joinLost(booked);
    expect(await readAll(booked)).toEqual(before);
    expect(await getCases()).toEqual([]);
  });

  it.each([
    ['by the traveller', ['60.00']],
    ['by the traveller', ['-60.00']],
    ['at the provider', ['60.00', '-20.00']],
  ] as const)(
    'changes and a cancellation %s, of %j, are joined by a correction, which pays back what is owed',
    async (how, prices) => {
      const booked = await changes.book(({ conditions }) => Number(conditions.refund_penalty_amount) > 0);
      const { booking: restored } = await readAll(booked);
      const { booking_data } = await harness.db
        .selectFrom('bookings')
        .select('booking_data')
        .where('id', '=', booked.id)
        .executeTakeFirstOrThrow();
      await change(booked, prices);
      const changed = await readAll(booked);
      const isByTraveller = how === 'by the traveller';
      if (isByTraveller) {
        expect(await booked.call('POST', '/cancel')).toMatchObject({ success: true });
        await settle(booked);
      } else await cancelUnnoticed(booked);
      const before = isByTraveller ? await readAll(booked) : changed;
      await harness.db.transaction().execute(async (trx) => {
        await loseWork(trx, booked.id);
        await trx.updateTable('idempotency_keys').set({ payment_id: null }).execute();
        await trx
          .deleteFrom('payments')
          .where('booking_id', '=', booked.id)
          .where('purchase_kind', '<>', 'offer')
          .execute();
        const { tickets, ...columns } = restored;
        const data = { tickets: JSON.stringify(tickets), booking_data: JSON.stringify(booking_data) };
        await trx
          .updateTable('bookings')
          .set({ ...columns, ...data, lease_until: null })
          .where('id', '=', booked.id)
          .execute();
      });
      await findCase(`order_cancelled:${booked.orderId}`);
      await waitForRun();
      await correct(booked);
      await eventually(async () => (await getRecord(booked.id)).state === 'cancelled' || undefined);
      await settle(booked);
      const after = await readAll(booked);
      if (isByTraveller) expect(after).toEqual(before);
      const received = sumUp(after.paid.map(({ amount_minor }) => amount_minor));
      const kept =
        toCents([after.booking.provider_amount ?? '']) - toCents([await readGiven(booked.orderId)]);
      const back = sumUp(after.refunds.map(({ amount_minor }) => amount_minor));
      expect(received - back).toBe(kept);
      expect(await getCases()).toEqual([]);
    },
  );

  it.each([
    ['with its booking', true],
    ['with its booking', false],
    ['alone', true],
    ['alone', false],
  ])('a refund of support, %s, is in advance (%s) as before', async (how, isAdvance) => {
    const booked = await changes.book(({ conditions }) => Number(conditions.refund_penalty_amount) > 0);
    const action = { actionId: randomUUID(), action: 'refund', amount: '5.00', isAdvance };
    expect((await post(`bookings/${booked.id}/actions`, action)).status).toBe(200);
    await settle(booked);
    const before = await readAll(booked);
    expect(before.refunds).toMatchObject([{ is_advance: isAdvance, action_id: action.actionId }]);
    const readQuote = async () => (await post(`bookings/${booked.id}/cancellation-quote`)).body.refund_amount;
    const quoted = await readQuote();
    if (how === 'alone') await harness.db.transaction().execute((trx) => loseWork(trx, booked.id));
    else await joinLost(booked);
    await eventually(async () => (await readRefunds(booked.id)).length > 0 || undefined);
    expect(await readAll(booked)).toEqual(before);
    expect(await readQuote()).toBe(quoted);
    // A press that is repeated pays nothing again.
    expect((await post(`bookings/${booked.id}/actions`, action)).status).toBe(200);
    expect(await readRefunds(booked.id)).toHaveLength(1);
    expect(await getCases()).toEqual([]);
  });

  it('an advance and the change that gave back less by it are joined as they were', async () => {
    const booked = await changes.book();
    const action = { actionId: randomUUID(), action: 'refund', amount: '20.00', isAdvance: true };
    expect((await post(`bookings/${booked.id}/actions`, action)).status).toBe(200);
    await settle(booked);
    await change(booked, ['-60.00']);
    const before = await readAll(booked);
    expect(before.amendments).toMatchObject([{ refund_minor: 4000, advance_minor: 2000 }]);
    await joinLost(booked);
    expect(await readAll(booked)).toEqual(before);
    expect(await getCases()).toEqual([]);
  });

  it('a refund of ours of which the card provider does not have why is left to a person, who can say that it was in advance', async () => {
    const { id, intentId } = await book();
    const metadata = { refund_id: randomUUID() };
    const refund = await stripe.refunds.create({ payment_intent: intentId, amount: 500, metadata });
    const found = await findCase(`refund_unknown:${refund.id}`);
    expect(found).toMatchObject({ canBeAdvance: true, booking: { id } });
    expect((await post(`cases/${found.id}/close`, { text: 'By phone', isAdvance: true })).status).toBe(200);
    expect(await readRefunds(id)).toMatchObject([{ id: metadata.refund_id, is_advance: true }]);
    await waitForRun();
    expect(await getCases()).toEqual([]);
  });
});

/** While another process has the booking, so that no job notices it. */
async function cancelUnnoticed({ id, orderId }: Pick<TestBooking, 'id' | 'orderId'>) {
  await setBooking(id, { lease_token: randomUUID(), lease_until: sql`now() + interval '1 hour'` });
  const { data } = await duffel.orderCancellations.create({ order_id: orderId });
  await duffel.orderCancellations.confirm(data.id);
}

it.each(['by the traveller', 'at the provider', 'at the provider, refunded in part'] as const)(
  '[LEDGER-07] joins a booking that was made and cancelled after a restored dump, with what is still owed: %s',
  async (how) => {
    const lost = await book();
    const { id, offer, intentId } = lost;
    const { contactEmail } = await getRecord(id);
    const countMails = async () =>
      (await harness.getEmails(contactEmail)).filter(({ subject }) => subject.includes('is cancelled'))
        .length;
    if (how === 'by the traveller') {
      await cancel(lost);
      await harness.waitUntilProcessed(offer);
      await eventually(async () => (await countMails()) > 0 || undefined);
    } else await cancelUnnoticed(lost);
    const isInPart = how === 'at the provider, refunded in part';
    if (isInPart) await stripe.refunds.create({ payment_intent: intentId, amount: 500 });
    await loseRows(lost);
    const orphan = await findCase(id);
    await waitForRun();
    expect((await getCases()).map(({ subject }) => subject)).toEqual([`booking_unknown:${id}`]);
    const joined = await Promise.all(Array.from({ length: 8 }, () => join(orphan.id)));
    expect(joined.map(({ body }) => body)).toEqual(Array(8).fill({ bookingId: id }));
    await harness.waitUntilProcessed(offer);
    const record = await getRecord(id);
    expect(record).toMatchObject({ state: 'cancelled', openCases: 0 });
    const kept = Number(record.order.amount) - Number(await readGiven(lost.orderId));
    const data = await listRefunds(intentId);
    expect(sumUp(data.map(({ amount }) => amount)) / 100).toBeCloseTo(Number(offer.total_amount) - kept, 2);
    expect(data).toHaveLength(isInPart ? 2 : 1);
    expect(record.refunds.map(({ state }) => state)).toEqual(data.map(() => 'succeeded'));
    await eventually(async () => (await countMails()) > 0 || undefined);
    await waitForRun();
    expect(await getCases()).toEqual([]);
    expect(await countMails()).toBe(1);
  },
);

it('[LEDGER-07] leaves what comes back to a person when the airline gives no money for a lost booking', async () => {
  const lost = await bookOffer(await harness.getFreshOffer({ origin: 'LTN', destination: 'SYD' }));
  await cancelUnnoticed(lost);
  await loseRows(lost);
  expect((await join((await findCase(lost.id)).id)).status).toBe(200);
  const record = await getRecord(lost.id);
  expect(record).toMatchObject({ state: 'cancelled_by_airline', refunds: [], openCases: 1 });
  const offered = record.actions.find(({ action }) => action === 'refund');
  expect(offered?.maxAmount).toBe(lost.offer.total_amount);
  await waitForRun();
  expect(await harness.getOpenCases(lost.id)).toEqual(['airline_change']);
});

/** Presses the action that a case offers, after the case was found. */
async function pressCorrect({ id }: TestBooking): Promise<BookingRecord> {
  await eventually(async () => ((await harness.getOpenCases(id)).length > 0 ? true : undefined));
  expect((await getRecord(id)).actions.map(({ action }) => action)).toContain('correct');
  const press = { actionId: randomUUID(), action: 'correct', text: 'Edited by hand' };
  const { status, body } = await post(`bookings/${id}/actions`, press);
  expect(status, JSON.stringify(body)).toBe(200);
  const record = body as unknown as BookingRecord;
  expect(record.openCases).toBe(0);
  expect(record.actions.map(({ action }) => action)).not.toContain('correct');
  return record;
}

async function correct(booking: TestBooking) {
  const { offer, orderId, intentId } = booking;
  const record = await pressCorrect(booking);
  expect(record).toMatchObject({
    ...{ state: 'confirmed', amount: offer.total_amount },
    ...{ order: { id: orderId }, payment: { state: 'captured', intentId } },
  });
  expect(record.actions.find(({ action }) => action === 'refund')?.maxAmount).toBe(offer.total_amount);
}

it('[LEDGER-04] [LEDGER-05] destroys nothing of an edited row, queues it once with what both sides say, and support corrects it by what both providers have', async () => {
  const [ended, unpaid, dearer, orderLost, intentLost, releasing] = [
    await book('free'),
    await book(),
    await book(),
    await book(),
    await book(),
    await book('free'),
  ];
  const bookings = [ended, unpaid, dearer, orderLost, intentLost, releasing];
  // Too new to be compared until both rows are edited, so that no run sees one of them only.
  await setBooking(ended.id, { state: 'voided', state_since: sql`now() + interval '1 hour'` });
  await setPayment(ended.paymentId, { state: 'voided' });
  await waitForRun();
  await setBooking(ended.id, { state_since: sql`created_at` });
  await setPayment(unpaid.paymentId, { state: 'voided' });
  await setBooking(dearer.id, { amount_minor: sql`amount_minor + 100` });
  await setBooking(orderLost.id, { order_id: null });
  await setPayment(intentLost.paymentId, { intent_id: null });
  await setBooking(releasing.id, { state: 'releasing' });
  const event = createOrderEvent('order.created', ended.id, ended.offer.id);
  await sendRequest(service, 'POST', '/api/webhooks/duffel', event, signHeaders('duffel', event));

  const expected = [
    { subject: `booking_state:${ended.id}`, booking_id: ended.id, payment_id: ended.paymentId },
    { subject: `capture_amount:${dearer.intentId}`, booking_id: dearer.id, payment_id: dearer.paymentId },
    {
      subject: `intent_id:${intentLost.intentId}`,
      booking_id: intentLost.id,
      payment_id: intentLost.paymentId,
    },
    { subject: `order_id:${orderLost.orderId}`, booking_id: orderLost.id, payment_id: orderLost.paymentId },
    { subject: `payment_state:${unpaid.intentId}`, booking_id: unpaid.id, payment_id: unpaid.paymentId },
  ];
  await eventually(async () => ((await getCases()).length === 5 ? true : undefined));
  await eventually(async () => ((await harness.getOpenCases(releasing.id)).length > 0 ? true : undefined));
  await waitForRun();
  expect(await getCases()).toEqual(expected);
  const { summary } = await harness.db
    .selectFrom('review_cases')
    .select('summary')
    .where('subject', '=', `booking_state:${ended.id}`)
    .executeTakeFirstOrThrow();
  expect(summary).toMatch(
    /Providers: intent pi_\w+ captured \$[\d.]+ \(USD\); order ord_\w+ \$[\d.]+ \(USD\)\. Tables: payment \S+ voided \$[\d.]+ \(USD\), intent pi_\w+; booking \S+ voided \$[\d.]+ \(USD\), order ord_\w+\.$/,
  );
  expect(await harness.getOpenCases(releasing.id)).toEqual(['booking']);
  // One fact is one case: no step begins that would open another.
  expect(await harness.getOpenCases(ended.id)).toEqual(['reconciliation']);
  for (const { offer } of bookings) {
    const { orders, captured } = await harness.ledgerFor(offer);
    expect([orders.length, captured.length]).toEqual([1, 1]);
  }

  for (const booking of [ended, unpaid, dearer, orderLost, intentLost]) await correct(booking);
  await setBooking(dearer.id, { amount_minor: sql`amount_minor + 100` });
  await correct(dearer);
  await setBooking(unpaid.id, { state: 'cancelled' });
  await correct(unpaid);

  await closeCases();
  const undecided = { subject: `booking_state:${releasing.id}`, booking_id: releasing.id };
  await eventually(async () => ((await getCases()).length > 0 ? true : undefined));
  expect(await getCases()).toMatchObject([undecided]);
  await closeCases();
  await waitForRun();
  expect(await getCases()).toEqual([]);
});

it('[LEDGER-01] [LEDGER-04] takes over id and amount of a refund whose row was edited', async () => {
  const [renamed, dearer] = [await book(), await book()];
  const edits = [
    { booking: renamed, edit: { provider_id: 're_edited' } },
    { booking: dearer, edit: { amount_minor: 600 } },
  ];
  for (const { booking, edit } of edits) {
    await refundFive(booking.id);
    const [made] = await listRefunds(booking.intentId);
    const refunds = harness.db.updateTable('refunds').where('payment_id', '=', booking.paymentId);
    await refunds.set(edit).execute();
    const readRow = () =>
      harness.db
        .selectFrom('refunds')
        .select(['provider_id', 'amount_minor'])
        .where('payment_id', '=', booking.paymentId)
        .execute();
    const expected = JSON.stringify([{ provider_id: made?.id, amount_minor: 500 }]);
    await eventually(async () => JSON.stringify(await readRow()) === expected || undefined);
  }
  await waitForRun();
  expect((await getCases()).filter(({ subject }) => subject.startsWith('refund_'))).toEqual([]);
});

it('[LEDGER-01] [LEDGER-04] takes over the state of a refund whose row was edited', async () => {
  const { id, paymentId, intentId } = await book();
  await refundFive(id);
  const refunds = harness.db.updateTable('refunds').where('payment_id', '=', paymentId);
  await refunds.set({ state: 'failed' }).execute();
  const readRow = () =>
    harness.db.selectFrom('refunds').select('state').where('payment_id', '=', paymentId).executeTakeFirst();
  await eventually(async () => (await readRow())?.state === 'succeeded' || undefined);
  await harness.stripe.control('POST', 'refunds', {
    refund: (await listRefunds(intentId))[0]?.id,
    status: 'failed',
  });
  await eventually(async () => (await readRow())?.state === 'failed' || undefined);
  await waitForRun();
  expect((await readRow())?.state).toBe('failed');
  await closeCases();
});

it('[LEDGER-07] [REFUND-02] takes an advance by hand off once when the order is cancelled at the provider', async () => {
  const booking = await book();
  const { id, intentId, offer } = booking;
  const { id: refundId } = await stripe.refunds.create({ payment_intent: intentId, amount: 500 });
  const found = await findCase(`refund_unknown:${refundId}`);
  const decision = { text: 'Agreed by phone', isAdvance: true };
  expect((await post(`cases/${found.id}/close`, decision)).status).toBe(200);
  const { data } = await duffel.orderCancellations.create({ order_id: booking.orderId });
  await duffel.orderCancellations.confirm(data.id);
  const { order } = await eventually(async () => {
    const record = await getRecord(id);
    return record.state === 'cancelled' ? record : undefined;
  });
  await harness.waitUntilProcessed(offer);
  const due = Number(offer.total_amount) - (Number(order.amount) - Number(await readGiven(booking.orderId)));
  await waitForRun();
  expect(sumUp((await listRefunds(intentId)).map(({ amount }) => amount)) / 100).toBeCloseTo(due, 2);
  const tripPath = `/api/bookings/${id}`;
  const { body } = await harness.send(service, 'GET', tripPath, undefined, { cookie: booking.cookie });
  expect(body.refund).toMatchObject({ state: 'paid', amount: (due - 5).toFixed(2), returned_amount: '5.00' });
});

it('[LEDGER-01] queues a second refund of ours with the same id, which one row cannot have', async () => {
  const { id, paymentId, intentId } = await book();
  await refundFive(id);
  const [first] = await listRefunds(intentId);
  const metadata = first?.metadata ?? {};
  const second = await stripe.refunds.create({ payment_intent: intentId, amount: 500, metadata });
  const subject = `refund_unknown:${second.id}`;
  const expected = { subject, booking_id: id, payment_id: paymentId };
  await eventually(async () => ((await getCases()).length > 0 ? true : undefined));
  expect(await getCases()).toEqual([expected]);
  await harness.stripe.control('POST', 'refunds', { refund: second.id, status: 'failed' });
  await closeCases();
});

it('[LEDGER-05] settling a booking whose row was edited to be looked at ends its case', async () => {
  const { id } = await book();
  await setBooking(id, { state: 'needs_review' });
  await eventually(async () => ((await harness.getOpenCases(id)).length > 0 ? true : undefined));
  const action = { actionId: randomUUID(), action: 'settle', amount: '0', text: 'Stands' };
  expect((await post(`bookings/${id}/actions`, action)).status).toBe(200);
  expect(await harness.getOpenCases(id)).toEqual([]);
  await waitForRun();
  expect(await harness.getOpenCases(id)).toEqual([]);
});

it('[LEDGER-05] a correction ends the cases of the daily close too, and a close under way opens none again', async () => {
  const [dearer, orderLost] = [await book(), await book()];
  await setBooking(dearer.id, { amount_minor: sql`amount_minor + 100` });
  await setBooking(orderLost.id, { order_id: null });
  const opened = await Promise.all(
    [
      `captured:${dearer.intentId}`,
      `ordered:${orderLost.id}`,
      // It has no booking: no row has its id.
      `ordered:${orderLost.orderId}`,
    ].map((subject) => ({
      ...{ subject: `daily_close:${subject}`, kind: 'reconciliation' as const, mode: 'test' as const },
      ...{ summary: 'The daily close differs.', booking_id: null, payment_id: null },
    })),
  );
  await harness.db.insertInto('review_cases').values(opened).execute();
  await eventually(async () => ((await getCases()).length === 5 ? true : undefined));
  await correct(dearer);
  await correct(orderLost);
  expect(await getCases()).toEqual([]);

  const late = await book();
  await setBooking(late.id, { amount_minor: sql`amount_minor + 100` });
  await eventually(async () => ((await getCases()).length === 1 ? true : undefined));
  // A close has read its rows when it waits to replace its lines.
  const [held, release] = [Promise.withResolvers<number>(), Promise.withResolvers<undefined>()];
  const blocker = harness.db.transaction().execute(async (trx) => {
    await trx.selectFrom('daily_closes').select('day').where('mode', '=', 'test').forUpdate().execute();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    held.resolve(rows[0]?.pid ?? 0);
    await release.promise;
  });
  const pid = await held.promise;
  await eventually(async () => {
    const blocked = sql`select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`;
    return (await blocked.execute(harness.db)).rows.length > 0 || undefined;
  });
  await correct(late);
  release.resolve(undefined);
  await blocker;
  await waitForRun();
  expect(await getCases()).toEqual([]);
});

const refundStray = (id: string) => post(`cases/${id}/refund`, { text: 'Not ours' });

it.each([true, false])(
  '[LEDGER-07] ends a booking that the traveller has cancelled as such after a restored dump, refunded once (with its quote: %s)',
  async (hasQuote) => {
    const booking = await book();
    const { id, paymentId, intentId, cookie, offer } = booking;
    await cancel(booking);
    await harness.waitUntilProcessed(offer);
    const readTrip = async () =>
      (await harness.send(service, 'GET', `/api/bookings/${id}`, undefined, { cookie })).body;
    const { status, refund } = await readTrip();
    // A comparison that has read the ledger before the refund would miss it.
    await waitForRun();
    await harness.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('refunds').where('payment_id', '=', paymentId).execute();
      const unaccepted = { state: 'quoted', agreed_at: null, done_at: null } as const;
      if (hasQuote)
        await trx.updateTable('amendments').set(unaccepted).where('booking_id', '=', id).execute();
      else await trx.deleteFrom('amendments').where('booking_id', '=', id).execute();
      await trx.deleteFrom('outbox').where('subject', '=', id).where('kind', '=', 'mail_cancelled').execute();
      await trx.updateTable('bookings').set({ state: 'confirmed' }).where('id', '=', id).execute();
    });
    await eventually(async () => ((await readTrip()).status === 'cancelled' ? true : undefined));
    await waitForRun();
    expect(await readTrip()).toMatchObject({ status, refund });
    expect(await listRefunds(intentId)).toHaveLength(1);
    expect(await harness.getOpenCases(id)).toEqual([]);
    const mails = await harness.db
      .selectFrom('outbox')
      .select('kind')
      .where('subject', '=', id)
      .where('kind', 'in', ['mail_cancelled', 'mail_airline_cancelled'])
      .execute();
    expect(mails).toEqual([{ kind: 'mail_cancelled' }]);
  },
);

/** At once: a run of the comparison between two statements would see a state that no dump has. */
const restoreCancelling = ({ id, paymentId }: TestBooking, isBroughtBack: boolean) =>
  harness.db.transaction().execute(async (trx) => {
    if (isBroughtBack)
      await trx
        .updateTable('refunds')
        .set({ cancellation_id: null })
        .where('payment_id', '=', paymentId)
        .execute();
    else await trx.deleteFrom('refunds').where('payment_id', '=', paymentId).execute();
    await trx
      .updateTable('amendments')
      .set({ state: 'agreed', done_at: null })
      .where('booking_id', '=', id)
      .execute();
    const restored = { state: 'cancelling', next_attempt_at: sql<Date>`now()`, lease_until: null } as const;
    await trx.updateTable('bookings').set(restored).where('id', '=', id).execute();
  });

it('[LEDGER-07] finds nothing in a dump that is restored between two of its queries', async () => {
  const booking = await book();
  await cancel(booking);
  await harness.waitUntilProcessed(booking.offer);
  const run = (db: Deps['db']) =>
    reconcileHandler({ ...harness.createJobDeps({ RECONCILE_MARGIN_MS: '0' }), db }).run({});
  let isRestored = false;
  const restoring: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const hasCancellation = result.rows.some((row) => 'refund_minor' in row && 'isRecent' in row);
      if (hasCancellation && !isRestored) {
        isRestored = true;
        await restoreCancelling(booking, false);
      }
      return result;
    },
  };
  await run(harness.db.withPlugin(restoring));
  expect(isRestored).toBe(true);
  await harness.waitUntilProcessed(booking.offer);
  expect(await harness.getOpenCases(booking.id)).toEqual([]);
});

it('[LEDGER-07] [REFUND-05] finds the refund of a dump that was taken while the booking was being cancelled, and pays it once', async () => {
  const booking = await book();
  const { id, paymentId, intentId, offer } = booking;
  await cancel(booking);
  await harness.waitUntilProcessed(offer);
  const readRefunds = () =>
    harness.db
      .selectFrom('refunds')
      .select(['provider_id', 'state'])
      .where('payment_id', '=', paymentId)
      .execute();
  const [paid] = await readRefunds();
  // The refund is in the provider's list only, or has been brought back from it by hand.
  for (const isBroughtBack of [false, true]) {
    await restoreCancelling(booking, isBroughtBack);
    await harness.waitUntilProcessed(offer);
    await waitForRun();
    const { length } = await listRefunds(intentId);
    expect([await readRefunds(), length, await harness.getOpenCases(id)]).toEqual([[paid], 1, []]);
  }
});

it('[LEDGER-07] joins an order and its payment into a booking although a dump of the time between them has the payment', async () => {
  const lost = await book();
  await harness.waitUntilProcessed(lost.offer);
  await harness.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('booking_steps').where('booking_id', '=', lost.id).execute();
    await trx.deleteFrom('booking_locks').where('booking_id', '=', lost.id).execute();
    await trx.deleteFrom('outbox').where('subject', '=', lost.id).execute();
    await trx.updateTable('idempotency_keys').set({ payment_id: null, booking_id: null }).execute();
    await trx.deleteFrom('bookings').where('id', '=', lost.id).execute();
    // Old enough for the authorisation to count as unused.
    const unused = {
      state: 'authorised',
      booking_id: null,
      created_at: new Date(Date.now() - 3_600_000),
    } as const;
    await trx.updateTable('payments').set(unused).where('id', '=', lost.paymentId).execute();
  });
  const readPaymentCase = () =>
    harness.db
      .selectFrom('review_cases')
      .select('closed_at')
      .where('subject', '=', lost.paymentId)
      .executeTakeFirst();
  // Its job finds that the authorisation was captured.
  await eventually(readPaymentCase);
  const orphan = await findCase(`booking_unknown:${lost.id}`);
  expect(orphan.decisions).toContain('join');
  const presses = await Promise.all([1, 2].map(() => join(orphan.id)));
  expect(presses.map(({ body }) => body)).toEqual([{ bookingId: lost.id }, { bookingId: lost.id }]);
  expect(await getRecord(lost.id)).toMatchObject({
    state: 'confirmed',
    payment: { state: 'captured', intentId: lost.intentId },
  });
  expect((await readPaymentCase())?.closed_at).toBeTruthy();
  await waitForRun();
  expect(await getCases()).toEqual([]);
});

it('[LEDGER-04] [LEDGER-05] pays the refund of a cancelled booking whose intent was lost, and support corrects the row', async () => {
  const booking = await book();
  const { paymentId, intentId, offer } = booking;
  await harness.waitUntilProcessed(offer);
  await setPayment(paymentId, { intent_id: null });
  await cancel(booking);
  await eventually(async () => ((await listRefunds(intentId)).length > 0 ? true : undefined));
  expect(await pressCorrect(booking)).toMatchObject({ state: 'cancelled', payment: { intentId } });
  expect(await listRefunds(intentId)).toHaveLength(1);
  await waitForRun();
  expect(await getCases()).toEqual([]);
});

it('[LEDGER-03] closes the day with all that the providers have, and queues once what has no row of ours', async () => {
  const unconfirmed = await book();
  await harness.waitUntilProcessed(unconfirmed.offer);
  await harness.db
    .deleteFrom('booking_steps')
    .where('booking_id', '=', unconfirmed.id)
    .where('state', '=', 'confirmed')
    .execute();
  const foreign = await stripe.paymentIntents.create({
    ...{ amount: 4242, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' },
    allowed_payment_method_types: ['card'],
  });
  const refund = await stripe.refunds.create({ payment_intent: foreign.id, amount: 700 });
  const dispute = { payment_intent: foreign.id, status: 'needs_response' };
  const { id } = (await harness.stripe.control('POST', 'disputes', dispute)) as { id: string };
  const subjects = [
    `daily_close:captured:${foreign.id}`,
    `daily_close:captured:${unconfirmed.intentId}`,
    `daily_close:disputed:${id}`,
    `daily_close:refunded:${refund.id}`,
  ];
  await eventually(async () => ((await getCases()).length === 4 ? true : undefined));
  await waitForRun();
  expect((await getCases()).map(({ subject }) => subject)).toEqual(subjects.toSorted());
  const { summary } = await harness.db
    .selectFrom('review_cases')
    .select('summary')
    .where('subject', '=', `daily_close:captured:${foreign.id}`)
    .executeTakeFirstOrThrow();
  expect(summary).toMatch(
    /^The daily close of [\d-]+ differs: captured \$0 \(USD\) in the tables and \$42\.42 \(USD\) at the provider\.$/,
  );

  const closes = (await readCloses()).filter(({ currency }) => currency === 'USD');
  const { payment_intents } = await harness.stripe.ledger();
  const inUsd = payment_intents.filter(({ currency }) => currency === 'usd');
  const captured = sumUp(inUsd.map(({ amount_received }) => amount_received));
  expect(toCents(closes.map(({ provider }) => provider.captured))).toBe(captured);
  const unmatched = closes.filter(({ brand }) => brand === null);
  expect(toCents(unmatched.map(({ provider }) => provider.refunded))).toBe(700);
  expect(toCents(unmatched.map(({ provider }) => provider.disputed))).toBe(3542);
  expect(unmatched.at(-1)).toMatchObject({ bookings: 0, captured: '0.00' });

  await closeCases();
  await waitForRun();
  expect(await getCases()).toEqual([]);
});

it('[LEDGER-04] an authorisation for later bags that no table has leads support to its booking, or names one that no table has either', async () => {
  const { id } = await book();
  for (const [booking_id, booking] of [
    [id, { id }],
    [randomUUID(), null],
  ] as const) {
    const purchase = { booking_id, purchase_kind: 'bags', purchase_id: randomUUID() };
    const intent = await createAuthorisation(randomUUID(), purchase);
    const found = await findCase(`payment_unknown:${intent.id}`);
    expect(found).toMatchObject({ booking });
    expect(found.summary).toContain(`intent ${intent.id} authorised of booking ${booking_id}`);
  }
  await closeCases();
});

it('[LEDGER-05] support pays back once what is left of a charge that is for no booking, unless it is disputed or has an order', async () => {
  const authorisation = await createAuthorisation(randomUUID());
  await stripe.paymentIntents.capture(authorisation.id);
  await stripe.refunds.create({ payment_intent: authorisation.id, amount: 300 });
  const stray = await findCase(`payment_unknown:${authorisation.id}`);
  expect(stray.decisions).toEqual(['refund', 'close']);
  const dispute = { payment_intent: authorisation.id, status: 'needs_response' };
  await harness.stripe.control('POST', 'disputes', dispute);
  expect((await refundStray(stray.id)).body).toMatchObject({ error: 'ACTION_NOT_POSSIBLE' });
  await harness.stripe.control('POST', 'disputes', { ...dispute, status: 'won' });
  const failing = { path: '^/v1/refunds$', method: 'POST', kind: 'status', status: 500, times: 1 };
  await harness.stripe.fault(failing);
  // The list of all charges is not read for it.
  await harness.stripe.fault({ ...failing, path: '^/v1/payment_intents$', method: 'GET', times: 1000 });
  const presses = await Promise.all([refundStray(stray.id), refundStray(stray.id)]);
  await harness.stripe.clearFaults();
  expect((await refundStray(stray.id)).status).toBe(200);
  expect(presses.map(({ status }) => status)).toContain(200);
  expect(
    (await listRefunds(authorisation.id)).map(({ amount }) => amount).toSorted((one, other) => one - other),
  ).toEqual([300, 12_000]);
  await waitForRun();
  expect((await getCases()).filter(({ subject }) => subject.includes(authorisation.id))).toEqual([]);
  const details = await eventually(async () => {
    const entries = await sql<{ details: object }>`
      select details from ${sql.table(`${harness.schema}_accounts.audit_entries`)}
      where action = 'case_closed' and subject = ${stray.subject}`.execute(harness.db);
    return entries.rows.length > 0 ? entries.rows.map((entry) => entry.details) : undefined;
  });
  expect(details).toMatchObject([
    { kind: 'reconciliation', reason: 'Not ours', amount: '120.00', currency: 'USD' },
  ]);

  const booked = await book();
  const subject = `captured_without_booking:${booked.intentId}`;
  const facts = { kind: 'reconciliation' as const, mode: 'test' as const, summary: 'Charged.' };
  await harness.db
    .insertInto('review_cases')
    .values({ ...facts, subject, booking_id: booked.id, payment_id: booked.paymentId })
    .execute();
  const { id } = await findCase(subject);
  for (const state of ['confirmed', 'voided'] as const) {
    await setBooking(booked.id, { state });
    expect((await refundStray(id)).body.error, state).toBe('ACTION_NOT_POSSIBLE');
  }
  await setBooking(booked.id, { state: 'confirmed' });
  expect(await listRefunds(booked.intentId)).toEqual([]);
  await closeCases();
});
