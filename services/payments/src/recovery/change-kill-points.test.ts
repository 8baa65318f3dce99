import type { BookingChange, ChangeOffer } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createCard, createPassenger, idempotencyHeader } from '../testing/requests.ts';
import { sendAttempt } from '../testing/send-request.ts';

const harness = await startSharedHarness();
/** Keeps running and recovers crashed work without the queue. */
const recovering = await harness.startPayments({ JOBS_REDIS_URL: 'redis://127.0.0.1:1' });

const refusal = {
  ...{ kind: 'status', method: 'POST', path: '/air/order_changes/.*/actions/confirm', status: 422 },
  body: {
    meta: { status: 422, request_id: 'x' },
    errors: [{ code: 'price_changed', type: 'airline_error', message: 'x' }],
  },
};

const captureRefusal = {
  ...{ kind: 'status', method: 'POST', path: '/v1/payment_intents/.*/capture', status: 400 },
  body: {
    error: { type: 'invalid_request_error', code: 'charge_expired_for_capture', message: 'x' },
  },
};

let bookings = 0;

/** A booking with a change that is quoted and, where it costs something, paid for. */
async function prepare() {
  const offer = await harness.getFreshOffer({}, ({ conditions }) => conditions.changeable === true);
  const body = createBookingRequest(offer, { cardDetails: createCard() }, [createPassenger()]);
  const booked = await sendAttempt(recovering, '/api/bookings', { ...body, bookAgain: true });
  const { id, duffelBookingId: orderId } = booked.body;
  // Of clients that do not use up each other's limits.
  const headers = {
    cookie: `session=${booked.cookies.session}`,
    'x-forwarded-for': `10.1.${(bookings += 1)}.1`,
  };
  const call = async <Body>(method: string, path: string, content?: unknown) => {
    const answer = await harness.send(recovering, method, `/api/bookings/${id}${path}`, content, headers);
    return answer.body as unknown as Body;
  };
  const { slices } = offer;
  const day = new Date(Date.parse(slices[0]?.departure_time ?? '') + 4 * 86_400_000);
  const { offers } = await call<{ offers: ChangeOffer[] }>('POST', '/change-offers', {
    slices: [
      {
        ...{ index: 0, origin: slices[0]?.origin.iata_code, destination: slices[0]?.destination.iata_code },
        departure_date: day.toISOString().slice(0, 10),
      },
    ],
  });
  const offerId = offers.find(({ charge_amount }) => Number(charge_amount) > 0)?.id;
  const change = await call<BookingChange>('POST', '/changes', { kind: 'flights', offer_id: offerId });
  const paid = await harness.send(
    ...([recovering, 'POST', '/api/payments/process-card'] as const),
    {
      ...{ amount: change.charge_amount, currency: change.currency, cardDetails: createCard() },
      change: { bookingId: id, changeId: change.id },
    },
    { ...idempotencyHeader(), ...headers },
  );
  return {
    ...{ id, orderId, change, headers, paymentId: paid.body.paymentId },
    path: `/api/bookings/${id}/changes/${change.id}/confirm`,
    readChange: () => call<BookingChange>('GET', `/changes/${change.id}`),
  };
}

/** What the tables and both providers have of a change. */
async function readOutcome({ id, orderId, paymentId }: Awaited<ReturnType<typeof prepare>>) {
  const [{ requests, orders }, { payment_intents }] = await Promise.all([
    harness.duffel.ledger(),
    harness.stripe.ledger(),
  ]);
  const payment = await harness.db
    .selectFrom('payments')
    .select(['state', 'intent_id', 'amount_minor'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const booking = await harness.db
    .selectFrom('bookings')
    .select(['state', 'provider_amount'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const intent = payment_intents.find((found) => found.id === payment.intent_id);
  const confirmed = requests.filter(
    ({ path, status }) => path.includes('/order_changes/') && path.endsWith('/confirm') && status === 200,
  );
  return {
    booking: booking.state,
    payment: payment.state,
    card: { received: intent?.amount_received, status: intent?.status },
    isOrderAgreed: orders.find((order) => order.id === orderId)?.total_amount === booking.provider_amount,
    confirmed: confirmed.length,
    cases: await harness.getOpenCases(id),
  };
}

const waitForEnd = (prepared: Awaited<ReturnType<typeof prepare>>, state: BookingChange['state']) =>
  eventually(async () => ((await prepared.readChange()).state === state ? true : undefined));

describe('[TRIP-03] [TRIP-08] a crash while a booking is changed', () => {
  it('before it is agreed leaves the booking as it was, and the request can be sent again', async () => {
    const prepared = await prepare();
    const body = { payment_id: prepared.paymentId };
    await harness.crashAt('before:booking:changing', prepared.path, body, prepared.headers);
    expect((await prepared.readChange()).state).toBe('quoted');
    const answer = await eventually(async () => {
      const sent = await harness.send(recovering, 'POST', prepared.path, body, prepared.headers);
      return sent.status === 409 ? undefined : sent;
    });
    expect([answer.status, answer.body.state]).toEqual([200, 'done']);
  });

  it.each([
    'after:booking:changing',
    'before:call:change',
    'after:call:change',
    'before:booking:charging_change',
    'after:booking:charging_change',
    'before:payment:capturing',
    'before:call:capture',
    'after:call:capture',
    'after:payment:captured',
    'before:booking:confirmed',
    'after:booking:confirmed',
  ])('at %s changes and charges it once', async (point) => {
    const prepared = await prepare();
    const before = (await readOutcome(prepared)).confirmed;
    await harness.crashAt(point, prepared.path, { payment_id: prepared.paymentId }, prepared.headers);
    await waitForEnd(prepared, 'done');
    const { confirmed, ...outcome } = await readOutcome(prepared);
    expect(outcome).toEqual({
      ...{ booking: 'confirmed', payment: 'captured', isOrderAgreed: true, cases: [] },
      card: { received: Math.round(Number(prepared.change.charge_amount) * 100), status: 'succeeded' },
    });
    expect(confirmed - before).toBe(1);
  });

  it.each([
    'before:booking:voiding_change',
    'after:booking:voiding_change',
    'before:call:void',
    'after:call:void',
    'before:booking:confirmed',
  ])('at %s after a refusal releases the card', async (point) => {
    const prepared = await prepare();
    await harness.duffel.fault({ ...refusal, times: 5 });
    await harness.crashAt(point, prepared.path, { payment_id: prepared.paymentId }, prepared.headers);
    await waitForEnd(prepared, 'failed');
    await harness.duffel.clearFaults();
    const { confirmed: _, ...outcome } = await readOutcome(prepared);
    expect(outcome).toEqual({
      ...{ booking: 'confirmed', payment: 'voided', isOrderAgreed: true, cases: [] },
      card: { received: 0, status: 'canceled' },
    });
  });

  it.each([
    'after:call:capture',
    'after:payment:voiding',
    'after:call:void',
    'after:payment:voided',
    'before:booking:confirmed',
  ])('at %s after a refused capture releases the card and leaves the rest to a person', async (point) => {
    const prepared = await prepare();
    await harness.stripe.fault({ ...captureRefusal, times: 5 });
    await harness.crashAt(point, prepared.path, { payment_id: prepared.paymentId }, prepared.headers);
    await waitForEnd(prepared, 'review');
    await harness.stripe.clearFaults();
    const { confirmed: _, ...outcome } = await readOutcome(prepared);
    expect(outcome).toEqual({
      ...{ booking: 'confirmed', payment: 'voided', isOrderAgreed: true, cases: ['booking'] },
      card: { received: 0, status: 'canceled' },
    });
  });
});
