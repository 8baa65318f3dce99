import { randomUUID } from 'node:crypto';
import {
  formatMinor,
  listLostExtras,
  type BookingChange,
  type BookingData,
  type BookingDetail,
  type ChangeOffer,
  type Offer,
  type Passenger,
} from '@fareline/contracts';
import { sampleBooking } from '@fareline/contracts/testing';
import { Duffel } from '@duffel/api';
import { eventually } from '@fareline/service-kit/testing';
import {
  compareChange,
  describeGivenUp,
  formatDateWithWeekday,
  formatTime,
  refundFormats,
} from '@fareline/presentation/formats';
import { afterEach, describe, expect, it } from 'vitest';
import { storeAgreement } from './agree-change.ts';
import { getChange } from './amendment.repository.ts';
import { applyFlightChange } from './change-booking-data.ts';
import { getBooking } from '../bookings/booking.repository.ts';
import { reconcileHandler } from '../reconciliation/reconcile.job.ts';
import { callStripe } from '../testing/challenges.ts';
import { startSharedHarness } from '../testing/harness.ts';
import { createBookingRequest, createCard, createPassenger, idempotencyHeader } from '../testing/requests.ts';
import { sendAttempt } from '../testing/send-request.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();
afterEach(() => harness.duffel.clearFaults());

const isChangeable = ({ conditions }: Offer) => conditions.changeable === true;
const inDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

let bookings = 0;
async function book(
  matches: (offer: Offer) => boolean = isChangeable,
  search: Record<string, unknown> = {},
  createPassengers: (offer: Offer) => Passenger[] = () => [createPassenger()],
  withSeat = false,
) {
  const offer = await harness.getFreshOffer(search, matches);
  const passengers = createPassengers(offer);
  const [passenger] = passengers;
  const seat = withSeat ? await harness.getPaidSeat(offer) : undefined;
  const request = createBookingRequest(offer, { cardDetails: createCard() }, passengers);
  const total = toCents(offer.total_amount) + toCents(seat?.total_amount ?? '0');
  const body = {
    ...request,
    paymentDetails: { ...request.paymentDetails, amount: formatMinor(total, 'USD') },
    seats: seat ? [{ passengerId: seat.passenger_id, seatId: seat.id }] : [],
  };
  // A changed flight may be that of another test.
  const booked = await sendAttempt(service, '/api/bookings', { ...body, bookAgain: true });
  expect(booked.body.status, JSON.stringify(booked.body)).toBe('confirmed');
  const { id, duffelBookingId } = booked.body;
  return {
    ...{ id, orderId: duffelBookingId ?? '', offer, email: passenger?.email ?? '' },
    // Each booking has a client of its own, so that they do not use up each other's limits.
    headers: { cookie: `session=${booked.cookies.session}`, 'x-forwarded-for': `10.1.${(bookings += 1)}.1` },
  };
}
type Booked = Awaited<ReturnType<typeof book>>;

const call = <Body>(
  { id, headers }: Pick<Booked, 'id' | 'headers'>,
  method: string,
  path: string,
  body?: unknown,
) =>
  harness.send(service, method, `/api/bookings/${id}${path}`, body, headers) as unknown as Promise<{
    status: number;
    body: Body;
  }>;

interface Refused {
  error: string;
  message: string;
}

async function readTrip(booking: Booked) {
  const { body } = await call<BookingDetail>(booking, 'GET', '');
  return { ...body, data: JSON.parse(body.bookingData) as BookingData };
}

/** Other flights for the first slice, so many days after it. */
async function search(booking: Booked, days = 3) {
  const { data } = await readTrip(booking);
  const [slice] = data.slices;
  return call<{ offers: ChangeOffer[] } & Refused>(booking, 'POST', '/change-offers', {
    slices: [
      {
        index: 0,
        origin: slice?.origin.iata_code,
        destination: slice?.destination.iata_code,
        departure_date: inDays((slice?.departure_time ?? '').slice(0, 10), days),
      },
    ],
  });
}

async function quoteFlights(booking: Booked, matches: (offer: ChangeOffer) => boolean = () => true) {
  const found = await search(booking);
  const offer = found.body.offers?.find(matches);
  if (!offer) throw new Error(`no offer: ${JSON.stringify(found.body)}`);
  const { status, body } = await call<BookingChange>(booking, 'POST', '/changes', {
    ...{ kind: 'flights', offer_id: offer.id },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const costs = ({ charge_amount }: Pick<ChangeOffer, 'charge_amount'>) => Number(charge_amount) > 0;

const pay = (booking: Booked, change: BookingChange, overrides: Record<string, unknown> = {}) =>
  harness.send(
    ...([service, 'POST', '/api/payments/process-card'] as const),
    {
      ...{ amount: change.charge_amount, currency: change.currency, cardDetails: createCard() },
      change: { bookingId: booking.id, changeId: change.id },
      ...overrides,
    },
    { ...idempotencyHeader(), ...booking.headers },
  );

const confirm = (booking: Booked, change: BookingChange, payment_id?: string) =>
  call<BookingChange & Refused>(booking, 'POST', `/changes/${change.id}/confirm`, {
    ...(payment_id && { payment_id }),
  });

async function quoteBags(booking: Booked, quantity = 1) {
  const { body } = await call<{ bags: { id: string; passenger_ids: string[] }[] }>(
    booking,
    'GET',
    '/later-bags',
  );
  const [bag] = body.bags;
  if (!bag) throw new Error('no bag is sold');
  return call<BookingChange & Refused>(booking, 'POST', '/changes', {
    kind: 'bags',
    bags: [{ serviceId: bag.id, passengerId: bag.passenger_ids[0], quantity }],
  });
}

const fareOf = (slices: ChangeOffer['slices']) => slices[0]?.fare_brand_name;

/** The fares of some days give their money back as a voucher, unless it is said otherwise. */
const setNextPrice = ({ orderId }: Booked, total_amount: string, refund_to = 'original_form_of_payment') =>
  harness.duffel.control('POST', `orders/${orderId}`, {
    changes: { total_amount, refund_to },
  });

/** What both providers have of a booking, in its currency. */
async function readLedgers({ id, orderId }: Booked) {
  const [{ orders }, { payment_intents, refunds }] = await Promise.all([
    harness.duffel.ledger(),
    harness.stripe.ledger(),
  ]);
  const payments = await harness.db.selectFrom('payments').selectAll().where('booking_id', '=', id).execute();
  const intents = payment_intents.filter((intent) =>
    payments.some(({ intent_id }) => intent_id === intent.id),
  );
  return {
    order: Number(orders.find((order) => order.id === orderId)?.total_amount),
    received: intents.reduce((sum, { amount_received }) => sum + amount_received, 0),
    refunded: refunds
      .filter(({ payment_intent }) => intents.some((intent) => intent.id === payment_intent))
      .reduce((sum, { amount }) => sum + amount, 0),
    captured: intents.filter(({ amount_received }) => amount_received > 0).length,
    authorised: payment_intents.filter(({ status }) => status === 'requires_capture').length,
  };
}

/** What tables and providers differ in, by the daily close and the comparison of their entries. */
async function listDifferences({ id }: Booked): Promise<string[]> {
  await reconcileHandler(harness.createJobDeps({ RECONCILE_MARGIN_MS: '0' })).run({});
  return harness.getOpenCases(id);
}

const toCents = (amount: string) => Math.round(Number(amount) * 100);

it.each([
  ['change', (booking: Booked) => quoteFlights(booking, costs)],
  ['bags', async (booking: Booked) => (await quoteBags(booking)).body],
] as const)(
  '[TRIP-03] [TRIP-04] the charge of a purchase of kind %s leads back to it and its booking',
  async (purchase_kind, quote) => {
    const booking = await book();
    const change = await quote(booking);
    const { body: paid } = await pay(booking, change);
    const { payment_intents } = await harness.stripe.ledger();
    const { metadata } = payment_intents.find((intent) => intent.metadata.payment_id === paid.paymentId)!;
    const purchase = { purchase_kind, purchase_id: change.id };
    expect(metadata).toMatchObject({ ...purchase, booking_id: booking.id });
    expect(metadata).not.toHaveProperty('offer_id');
    const payment = await harness.db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', paid.paymentId)
      .executeTakeFirstOrThrow();
    expect(payment).toMatchObject({ ...purchase, requested_offer_id: null, extras: null });
  },
);

describe('[TRIP-03] a change of flights', () => {
  it('is refused with the reason where the fare cannot be changed, has departed, or is none of the visitor', async () => {
    const fixed = await book(({ conditions }) => conditions.changeable === false);
    const refused = await search(fixed);
    expect([refused.status, refused.body.error]).toEqual([409, 'BOOKING_NOT_CHANGEABLE']);
    expect(refused.body.message).toContain('cannot be changed');
    expect((await readTrip(fixed)).change_options).toEqual({
      ...{ changeability: 'not_allowed', slices: [], bags: true },
    });

    const booking = await book();
    expect((await readTrip(booking)).change_options).toMatchObject({ changeability: 'by_fare', slices: [0] });
    const stranger = { ...booking, headers: fixed.headers };
    expect(
      (await call<Refused>(stranger, 'POST', '/changes', { kind: 'flights', offer_id: 'oco_1' })).body.error,
    ).toBe('BOOKING_NOT_FOUND');
    expect((await search(booking, -4000)).body.error).toBe('VALIDATION_ERROR');
    const unknown = await call<Refused>(booking, 'POST', '/changes', {
      kind: 'flights',
      offer_id: 'oco_none',
    });
    expect([unknown.status, unknown.body.error]).toEqual([409, 'BOOKING_CHANGE_OUTDATED']);
    const other = await quoteFlights(await book());
    expect((await call<Refused>(booking, 'GET', `/changes/${other.id}`)).body.error).toBe(
      'BOOKING_CHANGE_NOT_FOUND',
    );
  });

  it('does not take the offer of another booking', async () => {
    const [booking, other] = [await book(), await book()];
    const { body } = await search(other);
    const stolen = await call<Refused>(booking, 'POST', '/changes', {
      ...{ kind: 'flights', offer_id: body.offers[0]?.id },
    });
    expect([stolen.status, stolen.body.error]).toEqual([409, 'BOOKING_NOT_CHANGEABLE']);
  });

  it('[MONEY-21] changes nothing without the payment of exactly this change', async () => {
    const booking = await book();
    const change = await quoteFlights(booking, costs);
    expect((await confirm(booking, change)).body.error).toBe('PAYMENT_NOT_FOUND');
    expect((await confirm(booking, change, randomUUID())).body.error).toBe('PAYMENT_NOT_FOUND');
    expect((await pay(booking, change, { amount: '0.50' })).body.error).toBe('AMOUNT_MISMATCH');
    const otherChange = await quoteFlights(booking, costs);
    const { body } = await pay(booking, otherChange);
    expect((await confirm(booking, change, body.paymentId)).body.error).toBe('PAYMENT_NOT_FOUND');
    const declined = await pay(booking, change, { cardDetails: createCard('4000000000000002') });
    expect([declined.status, declined.body.error]).toEqual([402, 'PAYMENT_FAILED']);
    await harness.db
      .updateTable('amendments')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', change.id)
      .execute();
    expect((await pay(booking, change)).body.error).toBe('BOOKING_CHANGE_OUTDATED');
    expect((await confirm(booking, change)).body.error).toBe('BOOKING_CHANGE_OUTDATED');
    const row = await getBooking(harness.db, booking.id);
    const stored = storeAgreement(harness.db, row, await getChange(harness.db, row, change.id));
    await expect(stored).rejects.toMatchObject({ code: 'BOOKING_CHANGE_OUTDATED' });
    expect(await readLedgers(booking)).toMatchObject({ captured: 1, refunded: 0 });
  });

  it('is paid once, replaces the flights, and tells the traveller, also when it is sent twice', async () => {
    const booking = await book();
    const before = await readTrip(booking);
    const ordered = toCents(String((await readLedgers(booking)).order));
    const change = await quoteFlights(booking, costs);
    expect(change).toMatchObject({ state: 'quoted', kind: 'flights', removed: [0], refund_amount: '0.00' });
    const { body: paid } = await pay(booking, change);
    const [first, second] = await Promise.all([
      confirm(booking, change, paid.paymentId),
      confirm(booking, change, paid.paymentId),
    ]);
    expect([first.status, second.status].toSorted()[0]).toBe(200);
    const repeat = await confirm(booking, change, paid.paymentId);
    expect([repeat.status, repeat.body.state]).toEqual([200, 'done']);
    expect(repeat.body.card).toEqual({ brand: 'visa', last4: '4242' });

    const trip = await readTrip(booking);
    expect(trip.status).toBe('confirmed');
    expect(trip.data.slices[0]?.departure_time).toBe(change.slices[0]?.departure_time);
    expect(trip.data.slices[0]?.departure_time).not.toBe(before.data.slices[0]?.departure_time);
    expect(toCents(trip.data.total_amount)).toBe(
      toCents(before.data.total_amount) + toCents(change.charge_amount),
    );
    expect(trip.changes.map(({ id, state }) => [id, state])).toEqual([[change.id, 'done']]);
    const { order, received, captured } = await readLedgers(booking);
    expect([captured, received]).toEqual([2, toCents(trip.data.total_amount)]);
    expect(toCents(String(order))).toBe(ordered + toCents(change.charge_amount));
    const [mail] = await harness.waitForMails(booking, 1, `Your booking ${trip.bookingReference} is changed`);
    expect(mail?.text).toContain(`You paid ${refundFormats.price(change.charge_amount, change.currency)}.`);
    const { departure_time: departs } = trip.data.slices[0]!;
    expect(mail?.text).toContain(`Outbound\n${formatDateWithWeekday(departs)}, `);
    expect(mail?.text).toContain(`\n${formatTime(departs)} `);
  });

  it('[RULE-02] [RULE-03] says before, on the trip and by mail what the old flights and the new ones allow, and what is given up', async () => {
    const booking = await book(isChangeable, {}, undefined, true);
    const { body: bag } = await quoteBags(booking);
    await confirm(booking, bag, (await pay(booking, bag)).body.paymentId);
    const before = await readTrip(booking);
    const [seat] = before.data.seats;
    expect(Number(seat?.amount)).toBeGreaterThan(0);
    const { offers } = (await search(booking)).body;
    expect(new Set(offers.map(({ conditions }) => conditions.changeable)).size).toBeGreaterThan(1);
    expect(offers.every(({ slices }) => slices.every(({ included_bags }) => included_bags))).toBe(true);

    const change = await quoteFlights(booking, ({ conditions }) => !conditions.changeable);
    const [old] = change.removed_slices;
    expect(change.terms).toEqual({
      earlier_conditions: before.data.conditions,
      conditions: expect.objectContaining({ changeable: false }),
      ...{ seats: [seat], bags: bag.bags },
    });
    expect(old?.included_bags).toBeDefined();
    const paymentId = costs(change) ? (await pay(booking, change)).body.paymentId : undefined;
    expect((await confirm(booking, change, paymentId)).body.state).toBe('done');

    const trip = await readTrip(booking);
    expect([trip.data.seats, trip.data.bags]).toEqual([[], []]);
    expect(trip.data.conditions).toMatchObject({ changeable: change.terms?.conditions.changeable });
    expect(trip.changes.find(({ id }) => id === change.id)?.terms).toEqual(change.terms);
    const givenUp = describeGivenUp(change.terms!, change.removed_slices, before.data);
    const [mail] = await harness.waitForMails(booking, 1, `Your booking ${trip.bookingReference} is changed`);
    expect(mail?.text).toContain(givenUp);
    for (const { label, before: was, after } of compareChange(change, trip.data, trip))
      expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(`${label} Before: ${was} After: ${after}`);
  });

  it('[PROVIDER-34] is found after a lost answer of the airline, and made once', async () => {
    const booking = await book();
    const change = await quoteFlights(booking, costs);
    const { body: paid } = await pay(booking, change);
    await harness.duffel.fault({
      ...{ kind: 'commit_and_drop', method: 'POST', path: '/air/order_changes/.*/actions/confirm' },
    });
    const answer = await confirm(booking, change, paid.paymentId);
    expect([200, 202]).toContain(answer.status);
    await eventually(async () =>
      (await call<BookingChange>(booking, 'GET', `/changes/${change.id}`)).body.state === 'done'
        ? true
        : undefined,
    );
    expect(await readLedgers(booking)).toMatchObject({ captured: 2 });
  });

  it('voids the payment and leaves the booking as it was when the airline refuses', async () => {
    const booking = await book();
    const before = await readTrip(booking);
    const change = await quoteFlights(booking, costs);
    const { body: paid } = await pay(booking, change);
    await harness.duffel.fault({
      ...{ kind: 'status', method: 'POST', path: '/air/order_changes/.*/actions/confirm', status: 422 },
      body: {
        meta: { status: 422, request_id: 'x' },
        errors: [{ code: 'price_changed', type: 'airline_error', message: 'x' }],
      },
    });
    const refused = await confirm(booking, change, paid.paymentId);
    expect([refused.status, refused.body.error]).toEqual([409, 'BOOKING_CHANGE_REFUSED']);
    expect(refused.body.message).toContain(
      'The airline has changed the price. Nothing was changed or charged.',
    );
    const trip = await readTrip(booking);
    expect([trip.status, trip.bookingData]).toEqual(['confirmed', before.bookingData]);
    const payment = await harness.db
      .selectFrom('payments')
      .select('state')
      .where('id', '=', paid.paymentId)
      .executeTakeFirstOrThrow();
    expect(payment.state).toBe('voided');
    expect(await readLedgers(booking)).toMatchObject({ captured: 1, refunded: 0 });
    await harness.waitForMails(booking, 1, `Your booking ${trip.bookingReference} is not changed`);
    // Another try is possible.
    const again = await quoteFlights(booking, costs);
    const second = await pay(booking, again);
    expect((await confirm(booking, again, second.body.paymentId)).body.state).toBe('done');
  });

  it.each([
    ['12.00', '-12.00', undefined, { charge: '0.00', refund: '12.00', credit: '0.00' }],
    ['nothing', '0.00', undefined, { charge: '0.00', refund: '0.00', credit: '0.00' }],
    // No card is charged as little.
    ['a charge of 0.30', '0.30', undefined, { charge: '0.00', refund: '0.00', credit: '0.00' }],
    ['credit', '-12.00', 'voucher', { charge: '0.00', refund: '0.00', credit: '12.00' }],
  ])(
    'is made without a card where it brings %s, and the refund is paid once',
    async (_, total, to, price) => {
      const booking = await book();
      const before = await readTrip(booking);
      await setNextPrice(booking, total, to);
      const change = await quoteFlights(booking);
      expect(change).toMatchObject({
        ...{ charge_amount: price.charge, refund_amount: price.refund, credit_amount: price.credit },
      });
      expect((await pay(booking, change)).body.error).toBe('AMOUNT_MISMATCH');
      const made = await confirm(booking, change);
      expect([made.status, made.body.state]).toEqual([200, 'done']);
      await eventually(async () =>
        (await readLedgers(booking)).refunded === toCents(price.refund) ? true : undefined,
      );
      const trip = await readTrip(booking);
      expect(toCents(trip.data.total_amount)).toBe(
        toCents(before.data.total_amount) - toCents(price.refund) - toCents(price.credit),
      );
      // It is told with the change, and is no refund of a cancellation.
      expect(trip.refund).toBeNull();
      expect(await listDifferences(booking)).toEqual([]);
      const { body: quote } = await call<{ paid_amount: string }>(booking, 'POST', '/cancellation-quote');
      if (quote.paid_amount) expect(toCents(quote.paid_amount)).toBe(toCents(trip.data.total_amount));
    },
  );

  it('[REFUND-01] brings back to both cards what is more than the first has paid, and a cancellation the rest', async () => {
    const booking = await book();
    const { received: first } = await readLedgers(booking);
    await setNextPrice(booking, '500.00');
    const dearer = await quoteFlights(
      booking,
      (offer) => fareOf(offer.slices) === fareOf(booking.offer.slices),
    );
    const { body: paid } = await pay(booking, dearer, { cardDetails: createCard('5555555555554444') });
    expect((await confirm(booking, dearer, paid.paymentId)).body.state).toBe('done');
    const back = ((first + 10_000) / 100).toFixed(2);
    await setNextPrice(booking, `-${back}`);
    const cheaper = await quoteFlights(booking);
    const made = await confirm(booking, cheaper);
    expect(made.body.state, JSON.stringify(made.body)).toBe('done');
    await eventually(async () =>
      (await readLedgers(booking)).refunded === toCents(back) ? true : undefined,
    );
    const trip = await readTrip(booking);
    expect(trip.changes.at(-1)).toMatchObject({
      card: null,
      refund_shares: [
        { amount: formatMinor(first, 'USD'), state: 'paid', card: { last4: '4242' } },
        { amount: '100.00', state: 'paid', card: { last4: '4444' } },
      ],
    });
    expect(toCents(trip.data.total_amount)).toBe(first + 50_000 - toCents(back));
    expect(await listDifferences(booking)).toEqual([]);
  });

  const refundBySupport = async ({ id }: Booked, minor: number, isAdvance: boolean) => {
    const support = await harness.signUpSupport();
    const action = { actionId: randomUUID(), action: 'refund', amount: (minor / 100).toFixed(2), isAdvance };
    const acted = await harness.send(service, 'POST', `/api/review/bookings/${id}/actions`, action, support);
    expect(acted.status, JSON.stringify(acted.body)).toBe(200);
  };

  it('[LEDGER-13] promises and pays what support has left of the charge', async () => {
    const booking = await book();
    const { received } = await readLedgers(booking);
    await refundBySupport(booking, received - 11_310, false);
    await setNextPrice(booking, '-188.50');
    const offered = (await search(booking)).body.offers;
    expect(new Set(offered.map(({ refund_amount }) => refund_amount))).toEqual(new Set(['113.10']));
    const change = await quoteFlights(booking);
    expect(change.refund_amount).toBe('113.10');
    expect((await confirm(booking, change)).body.state).toBe('done');
    await eventually(async () => ((await readLedgers(booking)).refunded === received ? true : undefined));
    expect(await listDifferences(booking)).toEqual([]);
  });

  it('[LEDGER-13] brings less what was paid in advance, which no cancellation takes off once more', async () => {
    const booking = await book();
    const { received } = await readLedgers(booking);
    await setNextPrice(booking, '-188.50');
    const early = await quoteFlights(booking);
    expect(early.refund_amount).toBe('188.50');
    await refundBySupport(booking, 5000, true);
    expect((await confirm(booking, early)).body.error).toBe('BOOKING_CHANGE_OUTDATED');
    await setNextPrice(booking, '-188.50');
    const change = await quoteFlights(booking);
    expect(change.refund_amount).toBe('138.50');
    expect((await confirm(booking, change)).body.state).toBe('done');
    await eventually(async () => ((await readLedgers(booking)).refunded === 18_850 ? true : undefined));
    const trip = await readTrip(booking);
    expect(toCents(trip.data.total_amount)).toBe(received - 18_850);
    expect(trip.refund).toMatchObject({ amount: '50.00', state: 'paid', advance_amount: '0.00' });
    expect(await listDifferences(booking)).toEqual([]);
  });

  it('[REFUND-01] a credit for a later flight is not given back a second time by a cancellation', async () => {
    const booking = await book();
    await setNextPrice(booking, '-12.00', 'voucher');
    const change = await quoteFlights(booking);
    expect((await confirm(booking, change)).body.state).toBe('done');
    const { received } = await readLedgers(booking);
    const order = await harness.createJobDeps().flightProvider.getOrder('test', booking.orderId);
    const { body: quote } = await call<{ refund_amount?: string }>(booking, 'POST', '/cancellation-quote');
    // Without a refund of the airline nothing comes back at all.
    if (quote.refund_amount) expect(toCents(quote.refund_amount)).toBeLessThanOrEqual(received - 1200);
    expect(toCents(order.amount)).toBeLessThan(received);
    expect(toCents((await readTrip(booking)).data.total_amount)).toBe(received - 1200);
  });

  it('[TRIP-05] of one flight leaves the airline waiting for the answer about another, unless it says otherwise', async () => {
    const [slice] = (await book()).offer.slices;
    const [before, moved] = [
      { ...slice!, id: 'a' },
      { ...slice!, id: 'b', departure_time: '2027-01-01T10:00:00' },
    ];
    const other = { ...slice!, id: 'c', departure_time: '2027-02-01T10:00:00', segments: [] };
    const move = ({ segments, ...rest }: typeof moved) => ({
      ...rest,
      segments: segments.map((segment) => ({ ...segment, departing_at: '2027-01-01T10:00:00' })),
    });
    const data = {
      slices: [move(moved), other],
      earlier_slices: [before, other],
      airline_change: {
        id: 'aic',
        actions: [],
        is_cancelled: false,
        answer_by: '2027-01-01',
        answered_at: null,
      },
      seats: [],
      bags: [],
    } as unknown as BookingData;
    const order = { ...data, slices: [move(moved), { ...other, departure_time: '2027-02-02T10:00:00' }] };
    const apply = (removed: number[], answeredAt: Date | null = null) =>
      applyFlightChange(
        data,
        { data: order, airlineChange: { id: 'aic', actions: [], isCancelled: false, answeredAt } },
        removed,
        new Date(),
      );
    expect(apply([1])).toMatchObject({
      airline_change: { answered_at: null },
      earlier_slices: [{ id: 'a' }, {}],
    });
    expect(apply([1], new Date()).airline_change?.answered_at).not.toBeNull();
    expect(apply([0, 1]).airline_change?.answered_at).not.toBeNull();
    expect(apply([0, 1])).not.toHaveProperty('earlier_slices');
  });

  it('[RULE-02] keeps what the airline had left out before, which is still paid for', () => {
    const { bookingData } = sampleBooking();
    const lost = {
      seats: [{ passenger_id: 'pas_1', segment_id: 'seg_before', designator: '12C', amount: '29.00' }],
      bags: [
        {
          ...{ passenger_id: 'pas_1', segment_ids: [], type: 'baggage' as const },
          ...{ weight_kg: 23, quantity: 1, amount: '35.00' },
        },
      ],
    };
    const order = { data: { ...bookingData, seats: [], bags: [] }, airlineChange: undefined };
    const changed = applyFlightChange({ ...bookingData, ...lost }, order, [0], new Date());
    expect(listLostExtras(changed)).toEqual(lost);
  });

  it.each([
    ['expired', { changes: 'expired' }, 'The price held too short a time.'],
    ['dearer meanwhile', { changes: { total_amount: '999.00' } }, 'The airline has changed the price.'],
  ])('is refused by the airline when it is %s, and the payment voided', async (_, control, sentence) => {
    const booking = await book();
    const change = await quoteFlights(booking, costs);
    const { body: paid } = await pay(booking, change);
    await harness.duffel.control('POST', `orders/${booking.orderId}`, control);
    const refused = await confirm(booking, change, paid.paymentId);
    expect([refused.status, refused.body.message?.slice(0, sentence.length)]).toEqual([409, sentence]);
    expect(await readLedgers(booking)).toMatchObject({ captured: 1 });
  });

  it('is put into the review queue when the card cannot be charged for flights that are changed already', async () => {
    const booking = await book();
    const before = await readTrip(booking);
    const change = await quoteFlights(booking, costs);
    const { body: paid } = await pay(booking, change);
    const { payment_intents } = await harness.stripe.ledger();
    const intent = payment_intents.find(({ metadata }) => metadata.purchase_id === change.id);
    await callStripe(harness.stripeProgram, `/v1/payment_intents/${intent?.id}/cancel`, {});
    const made = await confirm(booking, change, paid.paymentId);
    expect([made.status, made.body.state]).toEqual([200, 'review']);
    expect(await harness.getOpenCases(booking.id)).toEqual(['booking']);
    const trip = await readTrip(booking);
    expect(trip.status).toBe('confirmed');
    expect(trip.data.slices[0]?.departure_time).toBe(change.slices[0]?.departure_time);
    // Nothing was paid for the change.
    expect(trip.data.total_amount).toBe(before.data.total_amount);
    expect(await readLedgers(booking)).toMatchObject({ captured: 1 });
  });

  it.each(['USD', 'JPY', 'KWD'])('leaves tables and both providers equal in %s', async (currency) => {
    if (currency !== 'USD') await harness.duffel.control('POST', 'results', { times: 2, currency });
    const booking = await book();
    expect(booking.offer.total_currency).toBe(currency);
    const change = await quoteFlights(booking, costs);
    const { body: paid } = await pay(booking, change);
    const made = await confirm(booking, change, paid.paymentId);
    expect(made.body.state, JSON.stringify(made.body)).toBe('done');
    expect(await listDifferences(booking)).toEqual([]);
    const close = await harness.db
      .selectFrom('daily_closes')
      .selectAll()
      .where('currency', '=', currency)
      .where('brand', '<>', '')
      .executeTakeFirstOrThrow();
    expect(close.ordered_minor).toBeGreaterThan(0);
    expect(close.captured_minor).toBe(close.provider_captured_minor);
    expect(close.ordered_minor).toBe(close.provider_ordered_minor);
    expect(close.refunded_minor).toBe(close.provider_refunded_minor);
    // A row that was edited differs.
    await harness.db
      .updateTable('amendments')
      .set({ provider_amount: '1' })
      .where('id', '=', change.id)
      .execute();
    await harness.db
      .updateTable('bookings')
      .set({ provider_amount: '1' })
      .where('id', '=', booking.id)
      .execute();
    expect(await listDifferences(booking)).toEqual(['reconciliation']);
  });

  it('[REFUND-01] a cancellation afterwards gives back what both cards paid, less what the airline keeps', async () => {
    const booking = await book(
      (offer) =>
        isChangeable(offer) &&
        offer.conditions.refundable === true &&
        Number(offer.conditions.refund_penalty_amount) === 0,
    );
    // Another fare could keep more.
    const change = await quoteFlights(
      booking,
      (offer) => costs(offer) && fareOf(offer.slices) === fareOf(booking.offer.slices),
    );
    const { body: paid } = await pay(booking, change, { cardDetails: createCard('5555555555554444') });
    const made = await confirm(booking, change, paid.paymentId);
    expect(made.body.state, JSON.stringify([paid, made.body])).toBe('done');
    const { received } = await readLedgers(booking);
    const { body: quote } = await call<{ quote_id: string; refund_amount: string }>(
      booking,
      'POST',
      '/cancellation-quote',
    );
    const cancelled = await call(booking, 'POST', '/cancel', { quote_id: quote.quote_id });
    expect(cancelled.status).toBe(200);
    const told = await eventually(async () => {
      const { refund } = await readTrip(booking);
      return refund?.state === 'paid' ? refund : undefined;
    });
    expect(told).toMatchObject({ amount: quote.refund_amount, card: null });
    expect((await readLedgers(booking)).refunded).toBe(toCents(quote.refund_amount));
    expect(toCents(quote.refund_amount)).toBe(received);
    expect(await harness.getOpenCases(booking.id)).toEqual([]);
  });
});

describe('[TRIP-04] bags bought later', () => {
  it('are refused in another number than the airline sells, and for another passenger', async () => {
    const booking = await book(() => true);
    expect((await quoteBags(booking, 9)).body.error).toBe('BAG_UNAVAILABLE');
    const stolen = await call<Refused>(booking, 'POST', '/changes', {
      kind: 'bags',
      bags: [{ serviceId: 'ase_none', passengerId: 'pas_none', quantity: 1 }],
    });
    expect([stolen.status, stolen.body.error]).toEqual([409, 'BAG_UNAVAILABLE']);
  });

  it('are paid once and stand on trip and mail', async () => {
    const booking = await book(() => true);
    const before = await readTrip(booking);
    const { body: change } = await quoteBags(booking);
    const { body: paid } = await pay(booking, change);
    const made = await confirm(booking, change, paid.paymentId);
    expect([made.status, made.body.state]).toEqual([200, 'done']);
    const trip = await readTrip(booking);
    expect(trip.data.bags).toEqual([...before.data.bags, ...change.bags]);
    expect(trip.data.slices).toEqual(before.data.slices);
    expect(
      trip.data.bags[0]?.segment_ids.every((id) =>
        trip.data.slices.some(({ segments }) => segments.some((segment) => segment.id === id)),
      ),
    ).toBe(true);
    const { received, captured } = await readLedgers(booking);
    expect([captured, received]).toEqual([2, toCents(trip.data.total_amount)]);
    const [mail] = await harness.waitForMails(booking, 1, 'Bags are added to your booking');
    expect(mail?.text).toContain(`You paid ${refundFormats.price(change.charge_amount, change.currency)}.`);
  });

  it.each([
    ['a lost answer', { kind: 'commit_and_drop' }],
    ['a call that takes effect later', { kind: 'commit_late', status: 0, delayMs: 1500 }],
  ])('[PROVIDER-34] are found by the total of the order after %s, and added once', async (_, fault) => {
    const booking = await book(() => true);
    const { body: change } = await quoteBags(booking);
    const { body: paid } = await pay(booking, change);
    await harness.duffel.fault({ method: 'POST', path: '/air/orders/.*/services', ...fault });
    await confirm(booking, change, paid.paymentId);
    await eventually(async () =>
      (await call<BookingChange>(booking, 'GET', `/changes/${change.id}`)).body.state === 'done'
        ? true
        : undefined,
    );
    const { requests } = await harness.duffel.ledger();
    expect(requests.filter(({ path }) => path.endsWith(`${booking.orderId}/services`))).toHaveLength(1);
    expect((await readTrip(booking)).data.bags).toHaveLength(1);
    expect(await readLedgers(booking)).toMatchObject({ captured: 2 });
  });
});

describe('[RULE-01] the rules of the booking go with its flights', () => {
  const getLastSegment = ({ slices }: Pick<Offer, 'slices'>) => slices.at(-1)?.segments.at(-1);
  const getLastDay = (offer: Pick<Offer, 'slices'>) =>
    (getLastSegment(offer)?.departing_at ?? '').slice(0, 10);
  const yearsBefore = (day: string, years: number) => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;

  /** An adult with a passenger whose birthday is two days after the last flight. */
  const bookWith = (type: 'infant_without_seat' | 'child', age: number) =>
    book(
      isChangeable,
      { adultsCount: 1, [type === 'child' ? 'childrenCount' : 'infantsCount']: 1 },
      (offer) => [
        createPassenger(),
        createPassenger({
          ...{ type, firstName: 'Cy', dateOfBirth: yearsBefore(inDays(getLastDay(offer), 2), age) },
        }),
      ],
    );

  /** With a passport that expires on the day of the last arrival. */
  const bookWithExpiringPassport = () =>
    book(isChangeable, {}, (offer) => [
      createPassenger({ passportExpiryDate: getLastSegment(offer)?.arriving_at?.slice(0, 10) }),
    ]);

  /** An offer of the airline for the first slice, as it was not shown here. */
  async function askAirline({ orderId }: Booked, days: number): Promise<string | undefined> {
    const duffel = new Duffel({ token: 'duffel_test_payments', basePath: harness.duffelProgram.url });
    const { data: order } = await duffel.orders.get(orderId);
    const [slice] = order.slices;
    const request = await duffel.orderChangeRequests.create({
      order_id: orderId,
      slices: {
        remove: [{ slice_id: slice?.id ?? '' }],
        add: [
          {
            ...{ origin: slice?.origin.iata_code ?? '', destination: slice?.destination.iata_code ?? '' },
            departure_date: inDays(String(slice?.segments[0]?.departing_at).slice(0, 10), days),
            cabin_class: 'economy',
          },
        ],
      },
    } as Parameters<typeof duffel.orderChangeRequests.create>[0]);
    return request.data.order_change_offers[0]?.id;
  }

  it.each([
    [
      'a lap infant has become two',
      'infant_without_seat',
      2,
      'On the last flight this passenger is 2; an infant is under 2',
    ],
    ['a child has become twelve', 'child', 12, 'On the last flight this passenger is 12; a child is 2 to 11'],
  ] as const)('flights on which %s are neither offered nor quoted', async (_, type, age, sentence) => {
    const booking = await bookWith(type, age);
    const birthday = inDays(getLastDay(booking.offer), 2);
    const nextDay = await search(booking, 1);
    expect(nextDay.body.offers, JSON.stringify(nextDay.body)).not.toEqual([]);
    for (const offer of nextDay.body.offers) expect(getLastDay(offer) < birthday).toBe(true);
    const later = await search(booking, 3);
    expect([later.status, later.body.error]).toEqual([409, 'BOOKING_NOT_CHANGEABLE']);
    expect(later.body.message).toContain(`Cy Byron: ${sentence}`);
    expect(later.body.message).toContain('Please choose other flights, or call us.');
    const offer_id = await askAirline(booking, 3);
    const quoted = await call<Refused>(booking, 'POST', '/changes', { kind: 'flights', offer_id });
    expect([quoted.status, quoted.body.error]).toEqual([409, 'BOOKING_NOT_CHANGEABLE']);
    expect(quoted.body.message).toContain(sentence);
  });

  it('flights that arrive after a passport has expired are neither offered, quoted, paid nor agreed to', async () => {
    const sentence = 'Ada Byron: Passport must be valid until the last arrival, on ';
    const booking = await bookWithExpiringPassport();
    const later = await search(booking, 3);
    expect([later.status, later.body.message]).toEqual([409, expect.stringContaining(sentence)]);
    const offer_id = await askAirline(booking, 3);
    const quoted = await call<Refused>(booking, 'POST', '/changes', { kind: 'flights', offer_id });
    expect([quoted.status, quoted.body.message]).toEqual([409, expect.stringContaining(sentence)]);

    const { passport_expiries } = await getBooking(harness.db, booking.id);
    const setExpiries = (expiries: Record<string, string>) =>
      harness.db
        .updateTable('bookings')
        .set({ passport_expiries: JSON.stringify(expiries) })
        .where('id', '=', booking.id)
        .execute();
    await setExpiries({});
    const change = await quoteFlights(booking, costs);
    const paid = await pay(booking, change);
    expect(paid.status).toBe(200);
    await setExpiries(passport_expiries);
    for (const refused of [await pay(booking, change), await confirm(booking, change, paid.body.paymentId)])
      expect([refused.status, refused.body]).toEqual([
        409,
        expect.objectContaining({
          error: 'BOOKING_NOT_CHANGEABLE',
          message: expect.stringContaining(sentence),
        }),
      ]);
    expect(await readLedgers(booking)).toMatchObject({ captured: 1 });
  });
});
