// Each test needs what both providers and the mail server have of one booking.
import { eventually } from '@fareline/service-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createCancellations } from '../testing/cancellations.ts';
import { startSharedHarness } from '../testing/harness.ts';
import { createPaidChanges } from '../testing/paid-change.ts';
import { createBookingRequest, createCard, createPassenger } from '../testing/requests.ts';
import { sendAttempt } from '../testing/send-request.ts';
import { signHeaders } from '../testing/webhook-events.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();
afterEach(async () => {
  await harness.duffel.clearFaults();
  await harness.stripe.clearFaults();
});

const changes = createPaidChanges(harness, service);
const cancellations = createCancellations(harness, service);
const confirmations = '/air/order_changes/.*/actions/confirm';
const services = '/air/orders/.*/services';
const cancels = '/air/order_cancellations/.*/actions/confirm';

type Prepared = Awaited<ReturnType<typeof changes.prepare>>;

const confirm = ({ path, paymentId, headers }: Prepared) =>
  harness.send(service, 'POST', path, { payment_id: paymentId }, headers);

/** An answer in the provider's format. */
const answer = (path: string, status: number, code: string, kind = 'status', fault = {}) =>
  harness.duffel.fault({
    ...{ method: 'POST', path, kind, status, ...fault },
    body: {
      meta: { status, request_id: 'x' },
      errors: [{ type: 'airline_error', code, title: 'x', message: 'x' }],
    },
  });

const untilState = (prepared: Prepared, state: string) =>
  eventually(async () => ((await prepared.readChange()).state === state ? true : undefined), 30_000);

const subjects = async (email: string) => (await harness.getEmails(email)).map(({ subject }) => subject);

/** Later than the settle time of the tests. */
const tooLate = { kind: 'commit_late', status: 0, delayMs: 3500 };

describe('[LEDGER-09] an answer that is lost, and a refusal of the repeat', () => {
  it.each([
    ['a change of flights', changes.prepare, confirmations],
    ['later bags', changes.prepareBags, services],
  ])('is no refusal of %s', async (_, prepare, path) => {
    const prepared = await prepare();
    await harness.duffel.fault({ method: 'POST', path, ...tooLate });
    await answer(path, 422, 'price_changed');
    const first = await confirm(prepared);
    expect([first.status, first.body.state]).toEqual([202, 'under_way']);
    await untilState(prepared, 'done');
    const outcome = await changes.readOutcome(prepared);
    expect(outcome).toMatchObject({
      booking: 'confirmed',
      payment: 'captured',
      isOrderAgreed: true,
      cases: [],
    });
    const told = await subjects(prepared.email);
    expect(told.filter((subject) => subject.includes('not changed'))).toEqual([]);
  });

  it('is no refusal of a cancellation, nor is an answer that says nothing', async () => {
    const booking = await cancellations.createCancellableBooking();
    const { quote_id, refund_amount } = (await cancellations.requestQuote(booking)).body;
    await answer(cancels, 422, 'airline_internal', 'commit_late', { delayMs: 3500 });
    await answer(cancels, 422, 'refused');
    const first = await cancellations.cancel(booking, { quote_id });
    expect([first.status, first.body.error]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await eventually(
      async () => ((await cancellations.getStatus(booking)) === 'cancelled' ? true : undefined),
      30_000,
    );
    await cancellations.expectRefundedOnce(booking, refund_amount);
    expect((await subjects(booking.email)).filter((subject) => subject.includes('not cancelled'))).toEqual(
      [],
    );
  });

  it('tells a cancellation that was not made, after the settle time, as it is', async () => {
    const booking = await cancellations.createCancellableBooking();
    const { quote_id } = (await cancellations.requestQuote(booking)).body;
    await harness.duffel.fault({ method: 'POST', path: cancels, kind: 'drop' });
    await answer(cancels, 422, 'refused');
    expect((await cancellations.cancel(booking, { quote_id })).status).toBe(503);
    await eventually(
      async () => (await subjects(booking.email)).find((subject) => subject.endsWith('is not cancelled')),
      30_000,
    );
    expect(await cancellations.getStatus(booking)).toBe('confirmed');
    // It can be cancelled again.
    const again = (await cancellations.requestQuote(booking)).body;
    expect((await cancellations.cancel(booking, { quote_id: again.quote_id })).status).toBe(200);
  });
});

describe('[LEDGER-17] bags that somebody else has added', () => {
  it.each([
    ['of the same price', {}],
    ['of another price', { total_amount: '13.00' }],
  ])('%s are neither charged nor taken for ours', async (_, bag) => {
    const prepared = await changes.prepareBags();
    // Nothing reaches the airline, and another one stands in the order when it is looked at.
    await harness.duffel.fault({ method: 'POST', path: services, kind: 'drop' });
    await answer(services, 422, 'unavailable_service', 'status', { times: 10 });
    expect((await confirm(prepared)).body.state).toBe('under_way');
    await harness.duffel.control('POST', `orders/${prepared.orderId}`, {
      added_bag: { type: 'carry_on', weight_kg: 7, total_amount: prepared.change.charge_amount, ...bag },
    });
    await untilState(prepared, 'failed');
    expect(await changes.readOutcome(prepared)).toMatchObject({
      ...{ booking: 'confirmed', payment: 'voided' },
      card: { received: 0, status: 'canceled' },
    });
  });

  it('of which it is not clear whether they are ours are bought no second time', async () => {
    const prepared = await changes.prepareBags();
    await harness.duffel.fault({ method: 'POST', path: services, kind: 'drop' });
    expect((await confirm(prepared)).body.state).toBe('under_way');
    await harness.duffel.control('POST', `orders/${prepared.orderId}`, {
      added_bag: { weight_kg: null, total_amount: prepared.change.charge_amount },
    });
    await untilState(prepared, 'failed');
    const { requests } = await harness.duffel.ledger();
    const asked = requests.filter(({ path }) => path.endsWith(`${prepared.orderId}/services`));
    expect(asked).toHaveLength(1);
    expect((await changes.readOutcome(prepared)).card).toEqual({ received: 0, status: 'canceled' });
  });

  it('do not hide ours', async () => {
    const prepared = await changes.prepareBags();
    await harness.duffel.fault({ method: 'POST', path: services, kind: 'commit_and_drop' });
    await confirm(prepared);
    await harness.duffel.control('POST', `orders/${prepared.orderId}`, {
      added_bag: { type: 'carry_on', weight_kg: 7, total_amount: '9.00' },
    });
    await untilState(prepared, 'done');
    expect(await changes.readOutcome(prepared)).toMatchObject({ payment: 'captured' });
  });
});

describe('[LEDGER-09] an answer that does not confirm what was asked', () => {
  it.each([
    ['a change of flights', changes.prepare, confirmations],
    ['later bags', changes.prepareBags, services],
  ])('is no yes: nothing is charged for %s that the airline has not made', async (_, prepare, path) => {
    const prepared = await prepare();
    const shown = await readShown(path, prepared);
    await harness.duffel.fault({ method: 'POST', path, kind: 'status', status: 200, body: shown });
    await answer(path, 422, 'price_changed', 'status', { times: 10 });
    expect((await confirm(prepared)).body.state).toBe('under_way');
    await untilState(prepared, 'failed');
    expect(await changes.readOutcome(prepared)).toMatchObject({
      ...{ booking: 'confirmed', payment: 'voided' },
      card: { received: 0, status: 'canceled' },
    });
  });
});

/** What the provider shows of a change or order before it is changed. */
async function readShown(path: string, { orderId, id, change }: Prepared): Promise<object> {
  const row = await harness.db
    .selectFrom('amendments')
    .select('provider_id')
    .where('id', '=', change.id)
    .executeTakeFirstOrThrow();
  const of = path === services ? `orders/${orderId}` : `order_changes/${row.provider_id}`;
  const headers = { authorization: 'Bearer duffel_test_payments', 'duffel-version': 'v2' };
  const response = await fetch(`${harness.duffelProgram.url}/air/${of}`, { headers });
  expect(response.status, id).toBe(200);
  return (await response.json()) as object;
}

/** The provider tells of an order. */
async function tell(type: string, order_id: string) {
  const event = JSON.stringify({
    ...{ id: `wev_${order_id}_${type}`, type, live_mode: false },
    data: { object: { order_id } },
  });
  await harness.send(service, 'POST', '/api/webhooks/duffel', event, signHeaders('duffel', event));
}

describe('[LEDGER-11] an event of the airline while a booking is in work', () => {
  it('ends a booking whose order was cancelled, and says nothing of flights as before', async () => {
    const prepared = await changes.prepare();
    await harness.duffel.fault({ method: 'POST', path: confirmations, kind: 'drop' });
    expect((await confirm(prepared)).body.state).toBe('under_way');
    await harness.cancelOrder(prepared.orderId);
    await tell('order_cancellation.confirmed', prepared.orderId);
    await untilState(prepared, 'failed');
    await eventually(async () =>
      (await changes.readOutcome(prepared)).booking === 'cancelled_by_airline' ? true : undefined,
    );
    expect(await changes.readOutcome(prepared)).toMatchObject({
      ...{ payment: 'voided', cases: ['airline_change'] },
      card: { received: 0, status: 'canceled' },
    });
    const told = await subjects(prepared.email);
    expect(told.filter((subject) => subject.includes('not changed'))).toEqual([]);
    expect(await harness.db.selectFrom('pending_events').selectAll().execute()).toEqual([]);
  });

  it('charges no card for a booking whose order was cancelled before the capture', async () => {
    const offer = await harness.getFreshOffer();
    const passenger = createPassenger();
    const request = createBookingRequest(offer, { cardDetails: createCard() }, [passenger]);
    const path = '^/v1/payment_intents/.*/capture$';
    await harness.stripe.fault({ method: 'POST', path, kind: 'status', status: 500, times: 3 });
    expect((await sendAttempt(service, '/api/bookings', request)).body.status).toBe('pending');
    const [order] = (await harness.ledgerFor(offer)).allOrders;
    await harness.cancelOrder(order?.id);
    await tell('order_cancellation.confirmed', order?.id ?? '');
    await harness.waitUntilProcessed(offer);
    const { captured, uncaptured } = await harness.ledgerFor(offer);
    expect([captured, uncaptured]).toEqual([[], []]);
    const { state, failure } = await harness.db
      .selectFrom('bookings')
      .select(['state', 'failure'])
      .where('order_id', '=', order?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(state).toBe('voided');
    expect(failure?.message).toContain('The airline has cancelled');
    expect(await harness.db.selectFrom('pending_events').selectAll().execute()).toEqual([]);
  });

  it('says nothing of flights as before when the airline has moved them', async () => {
    const prepared = await changes.prepare();
    await harness.duffel.fault({ method: 'POST', path: confirmations, kind: 'drop' });
    await answer(confirmations, 422, 'price_changed', 'status', { times: 10 });
    expect((await confirm(prepared)).body.state).toBe('under_way');
    await harness.changeOrder(prepared.orderId, { delay_minutes: 300 });
    await untilState(prepared, 'failed');
    const mail = await eventually(async () =>
      (await harness.getEmails(prepared.email)).find(({ subject }) => subject.endsWith('is not changed')),
    );
    expect(mail.text).not.toContain('as before');
    await eventually(async () =>
      (await subjects(prepared.email)).find((subject) => subject.startsWith('The airline has changed')),
    );
  });

  it('[TRIP-05] of an order whose id is not known yet is not lost', async () => {
    const offer = await harness.getFreshOffer();
    const passenger = createPassenger();
    const request = createBookingRequest(offer, { cardDetails: createCard() }, [passenger]);
    await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'commit_and_drop' });
    await harness.duffel.fault({ method: 'GET', path: '^/air/orders$', kind: 'status', status: 500 });
    expect((await sendAttempt(service, '/api/bookings', request)).body.status).toBe('pending');
    const [order] = (await harness.ledgerFor(offer)).allOrders;
    await harness.changeOrder(order?.id ?? '', { delay_minutes: 300 });
    await tell('order.airline_initiated_change_detected', order?.id ?? '');
    await eventually(async () =>
      (await subjects(passenger.email ?? '')).find((subject) =>
        subject.startsWith('The airline has changed'),
      ),
    );
  });

  it('tells of changed flights when the work ends', async () => {
    const prepared = await changes.prepareBags();
    await harness.duffel.fault({
      method: 'POST',
      path: services,
      kind: 'commit_late',
      status: 0,
      delayMs: 1500,
    });
    expect((await confirm(prepared)).body.state).toBe('under_way');
    await harness.changeOrder(prepared.orderId, { delay_minutes: 90 });
    await tell('order.airline_initiated_change_detected', prepared.orderId);
    await untilState(prepared, 'done');
    await eventually(async () =>
      (await subjects(prepared.email)).find((subject) => subject.startsWith('The airline has changed')),
    );
    expect((await changes.readOutcome(prepared)).cases).toEqual(['airline_change']);
  });
});

it('[LEDGER-15] a change whose card was charged though the airline refused it is told as charged', async () => {
  const prepared = await changes.prepare();
  await harness.duffel.fault({ method: 'POST', path: confirmations, kind: 'drop' });
  await answer(confirmations, 422, 'price_changed', 'status', { times: 10 });
  expect((await confirm(prepared)).body.state).toBe('under_way');
  await changes.captureByHand(prepared);
  await untilState(prepared, 'failed');
  expect((await prepared.readChange()).failure).toContain('your card was charged');
  expect((await changes.readOutcome(prepared)).cases).toEqual(['booking']);
  const mail = await eventually(async () =>
    (await harness.getEmails(prepared.email)).find(({ subject }) => subject.endsWith('is not changed')),
  );
  expect(mail.text).not.toContain('Nothing was changed or charged');
  expect(mail.text).not.toContain('is released');
});

it('[LEDGER-09] what the card provider says of a parameter is no refusal of the card', async () => {
  const path = '^/v1/payment_intents/.*/capture$';
  const body = { error: { type: 'invalid_request_error', code: 'parameter_unknown', message: 'x' } };
  await harness.stripe.fault({ method: 'POST', path, kind: 'status', status: 400, body, times: 3 });
  const offer = await harness.getFreshOffer();
  const request = createBookingRequest(offer, { cardDetails: createCard() });
  expect((await sendAttempt(service, '/api/bookings', request)).body.status).toBe('pending');
  expect(await harness.expectAllOrNothing(offer)).toBe('booked');
});
