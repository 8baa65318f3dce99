// Each test makes bookings at both providers, whose ledgers say whether money and tickets agree.
import { randomUUID } from 'node:crypto';
import { refreshOffer, type BookingData, type Offer, type Passenger } from '@fareline/contracts';
import { createClient } from '@fareline/contracts/client';
import { ticketsInMyTrips } from '@fareline/contracts/promises';
import { sampleOffer } from '@fareline/contracts/testing';
import { eventually } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { PaymentsConfig } from '../config.ts';
import { createFlightProvider } from '../duffel/create-flight-provider.ts';
import {
  createBookingRequest,
  createCard,
  idempotencyHeader,
  createPaymentRequest,
  createPassenger,
} from '../testing/requests.ts';
import { purgeHandler } from '../maintenance/purge.job.ts';
import { unlimitedBudget } from '../testing/flight-provider.ts';
import { shortCallLimits, startSharedHarness, withoutQueue, type Harness } from '../testing/harness.ts';
import { newVisitor, sendAttempt } from '../testing/send-request.ts';

const harness = await startSharedHarness();
// All cases must work without the queue.
const service = await harness.startPayments(withoutQueue);
/** Waits only briefly for providers that do not answer. */
const impatientService = await harness.startPayments({ ...withoutQueue, ...shortCallLimits });
afterEach(async () => {
  await harness.duffel.clearFaults();
  await harness.stripe.clearFaults();
});

type Headers = Record<string, string>;
const processCard = (body: unknown, headers: Headers = idempotencyHeader()) =>
  harness.send(service, 'POST', '/api/payments/process-card', body, headers);
const createBooking = (body: unknown, headers: Headers = idempotencyHeader(), program = service) =>
  harness.send(program, 'POST', '/api/bookings', body, headers);

const book = (...request: Parameters<typeof createBookingRequest>) =>
  createBooking(createBookingRequest(...request));
const readBooking = (id: string) =>
  harness.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function authoriseOffer(
  ...search: Parameters<Harness['getFreshOffer']>
): Promise<{ offer: Offer; paymentId: string }> {
  const offer = await harness.getFreshOffer(...search);
  const { body } = await processCard(createPaymentRequest(offer));
  expect(body.paymentId, JSON.stringify(body)).toBeTruthy();
  return { offer, paymentId: body.paymentId };
}

/** Whether an operator was alerted about the booking. */
const hasAlert = (bookingId: string) =>
  harness
    .logs()
    .split('\n')
    .some((line) => line.includes('"alert":"needs_review"') && line.includes(bookingId));

/** No order, no capture and no open authorisation. */
async function expectNothingBooked(offer: Offer): Promise<void> {
  await harness.waitUntilProcessed(offer);
  const { allOrders, uncaptured, captured } = await harness.ledgerFor(offer);
  expect({ orders: allOrders.length, uncaptured: uncaptured.length, captured: captured.length }).toEqual({
    orders: 0,
    uncaptured: 0,
    captured: 0,
  });
  const query = harness.db.selectFrom('bookings').select('order_plan').where('offer_id', '=', offer.id);
  for (const { order_plan } of await query.execute()) expect(order_plan).toBeNull();
}

/** One order and one capture of the agreed amount. */
async function expectBookedOnce(offer: Offer): Promise<void> {
  await harness.waitUntilProcessed(offer);
  const { allOrders, uncaptured, captured } = await harness.ledgerFor(offer);
  expect({ orders: allOrders.length, uncaptured: uncaptured.length }).toEqual({ orders: 1, uncaptured: 0 });
  expect(captured.map(({ amount_received }) => amount_received)).toEqual([
    Math.round(Number(offer.total_amount) * 100),
  ]);
}

/** A refresh returns another offer, and a second attempt with this offer authorises nothing. (PROVIDER-01) */
async function expectOfferUsed(offer: Offer): Promise<void> {
  const next = await eventually(async () => {
    const { offer: freshOffer } = await harness.refresh(offer);
    return freshOffer.id === offer.id ? undefined : freshOffer;
  });
  const before = await harness.ledgerFor(offer);
  const second = await processCard(createPaymentRequest(offer));
  expect(second).toMatchObject({ status: 410, body: { error: 'OFFER_UNAVAILABLE' } });
  const withCard = await book(offer, { cardDetails: createCard() });
  expect(withCard).toMatchObject({ status: 410, body: { error: 'OFFER_UNAVAILABLE' } });
  expect((await harness.ledgerFor(offer)).intents).toEqual(before.intents);
  expect((await processCard(createPaymentRequest(next))).status).toBe(200);
}

/** The airline refuses the next order; the offer can still be ordered. */
const refuseOrder = () =>
  harness.duffel.fault({
    ...{ method: 'POST', path: '/air/orders', kind: 'status', status: 502 },
    body: {
      meta: { status: 502, request_id: 'x' },
      errors: [{ type: 'airline_error', code: 'order_not_created', title: 'No', message: 'No' }],
    },
  });

/** The order is created after the response, so the booking is pending first. */
const delayOrder = (delayMs: number) =>
  harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'commit_late', delayMs });

const waitForPriceCall = (offer: Offer) => harness.waitForUnanswered(`/air/offers/${offer.id}`);

/** The outbox events of the offer's bookings, dispatched or not. */
async function getOutboxEvents(offer: Offer): Promise<string[]> {
  const rows = await harness.db
    .selectFrom('outbox')
    .innerJoin('bookings', (join) => join.on(sql`bookings.id::text`, '=', sql`outbox.subject`))
    .select('kind')
    .where('offer_id', '=', offer.id)
    .orderBy('kind')
    .execute();
  return rows.map(({ kind }) => kind);
}

/** The subjects of the mails about the outcome; a mail that says that it is not known yet may come before. (STATUS-04) */
const waitForOutcome = (passenger: Passenger): Promise<string[]> =>
  eventually(async () => {
    const subjects = (await harness.getEmails(passenger.email ?? '')).map(({ subject }) => subject);
    const outcomes = subjects.filter((subject) => subject !== 'Your booking is being confirmed');
    return outcomes.length > 0 ? outcomes : undefined;
  });
const waitForEmails = (passenger: Passenger) =>
  eventually(async () => {
    const emails = await harness.getEmails(passenger.email ?? '');
    return emails.length > 0 ? emails : undefined;
  });

describe('invalid requests', () => {
  const incomplete = 'All passengers must have first name, last name, and date of birth';
  it.each([
    ['ERROR-09', { offerId: '' }, 'Offer ID is required for booking'],
    ['ERROR-10', { passengers: [] }, 'At least one passenger is required for booking'],
    ['ERROR-11', { paymentDetails: { currency: 'USD' } }, 'Payment details are required for booking'],
    ['ERROR-11', { paymentDetails: { amount: '10.00' } }, 'Payment details are required for booking'],
    ['ERROR-12', { passengers: [createPassenger(), createPassenger({ firstName: '' })] }, incomplete],
    ['ERROR-12', { passengers: [createPassenger({ lastName: '' })] }, incomplete],
    ['ERROR-12', { passengers: [createPassenger({ dateOfBirth: '' })] }, incomplete],
  ])('[%s] [API-54] returns 400 with the prescribed message for %j', async (_id, change, message) => {
    const request = createBookingRequest(sampleOffer(), { paymentId: 'x' });
    expect(await createBooking({ ...request, ...change })).toMatchObject({ status: 400, body: { message } });
  });

  it('[ERROR-13] returns the prescribed message when the id is missing in the path', async () => {
    const signedIn = await harness.signUp();
    expect((await harness.send(service, 'GET', '/api/bookings/', undefined, signedIn)).body.message).toBe(
      'Booking ID is required',
    );
    expect((await harness.send(service, 'POST', '/api/bookings//cancel', {}, signedIn)).body.message).toBe(
      'Booking ID is required to cancel a booking',
    );
    // A stranger hears that they are one before what is wrong with the request. (GUARD-16)
    expect((await harness.send(service, 'GET', '/api/bookings/')).status).toBe(401);
  });

  it('[MONEY-30] [MONEY-27] refuses an unknown payment id and a missing idempotency key', async () => {
    const offer = await harness.getFreshOffer();
    for (const paymentId of ['test_payment_1', 'fallback_1', '3f0b1c1e-1f5e-4f6e-9f42-000000000000'])
      expect((await book(offer, { paymentId })).body.error).toBe('PAYMENT_NOT_FOUND');
    const withoutKey = await createBooking(createBookingRequest(offer, { paymentId: 'x' }), {});
    expect(withoutKey.body.error).toBe('IDEMPOTENCY_KEY_REQUIRED');
  });

  it('[LIMIT-02] stores nothing of requests for unknown payments, and refuses them above the limit of a client', async () => {
    const limited = await harness.startPayments({ CARD_TRIES_PER_MINUTE: '1' });
    const offer = await harness.getFreshOffer();
    const countKeys = async () =>
      (await harness.db.selectFrom('idempotency_keys').select('id').execute()).length;
    const before = await countKeys();
    const body = createBookingRequest(offer, { paymentId: randomUUID() });
    const book = (ipAddress: string, key = idempotencyHeader()) =>
      harness.send(limited, 'POST', '/api/bookings', body, { ...key, 'x-forwarded-for': ipAddress });
    const responses = await Promise.all(Array.from({ length: 20 }, () => book('203.0.113.1')));
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(6).fill(404), ...Array(14).fill(429)]);
    const refused = await book('203.0.113.1');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
    expect(refused.body.message).toMatch(/^Too many requests\. If you sent this booking before, it goes on/);
    const key = idempotencyHeader();
    for (let times = 0; times < 2; times += 1)
      expect((await book('203.0.113.2', key)).body.error).toBe('PAYMENT_NOT_FOUND');
    expect(await countKeys()).toBe(before);
    await limited.kill();
  });

  it('[MONEY-21] refuses a payment for another offer, amount, currency, seats or bags', async () => {
    const { offer, paymentId } = await authoriseOffer();
    const good = createBookingRequest(offer, { paymentId });
    const other = await harness.getFreshOffer();
    for (const change of [
      { offerId: other.id },
      { paymentDetails: { ...good.paymentDetails, amount: '1.00' } },
      { paymentDetails: { ...good.paymentDetails, currency: 'EUR' } },
      { seats: [{ passengerId: 'pas_1', seatId: 'ase_1' }] },
      { bags: [{ passengerId: 'pas_1', serviceId: 'ase_1', quantity: 1 }] },
    ])
      expect((await createBooking({ ...good, ...change })).body.error).toBe('AMOUNT_MISMATCH');
    expect((await harness.ledgerFor(offer)).allOrders).toHaveLength(0);
  });

  it('[PROVIDER-03] books with the id of the cached offer for which a fresh one was authorised', async () => {
    const cachedOffer = await harness.getCachedOffer();
    const { body } = await processCard(createPaymentRequest(cachedOffer));
    const booked = await book(cachedOffer, body);
    expect(booked.status, JSON.stringify(booked.body)).toBe(201);
    const { offer_id: id } = await readBooking(booked.body.id);
    expect(id).not.toBe(cachedOffer.id);
    await expectBookedOnce({ ...cachedOffer, id });
  });

  it('[PROVIDER-03] books a fresh offer each for two visitors who chose the same cached offer', async () => {
    const cachedOffer = await harness.getCachedOffer();
    const names = [
      { firstName: 'Ada', lastName: 'Byron' },
      { firstName: 'Grace', lastName: 'Hopper' },
    ];
    const offers = await Promise.all(
      names.map(async (name) => {
        const { offer } = await harness.refresh(cachedOffer);
        const visitor = newVisitor();
        const { body } = await processCard(createPaymentRequest(offer), {
          ...idempotencyHeader(),
          ...visitor,
        });
        const request = createBookingRequest(offer, body, [createPassenger(name)]);
        const booked = await createBooking(request, { ...idempotencyHeader(), ...visitor });
        expect(booked.status, JSON.stringify(booked.body)).toBe(201);
        return offer;
      }),
    );
    expect(new Set(offers.map(({ id }) => id)).size).toBe(2);
    for (const offer of offers) await expectBookedOnce(offer);
  });

  it('[PROVIDER-38] refuses a wrong birth date with its field, keeps the authorisation and books after the correction', async () => {
    const { offer, paymentId } = await authoriseOffer();
    const refused = await book(offer, { paymentId }, [createPassenger({ dateOfBirth: '2020-01-01' })]);
    expect(refused).toMatchObject({ status: 400, body: { error: 'VALIDATION_ERROR' } });
    expect(JSON.stringify(refused.body.fields)).toContain('passengers.0.dateOfBirth');
    expect((await book(offer, { paymentId })).status).toBe(201);
    await expectBookedOnce(offer);
  });

  it('[RULE-06] books passengers who are all under 16 only with consent, and keeps it', async () => {
    const { offer, paymentId } = await authoriseOffer();
    const minor = createPassenger({ dateOfBirth: `${new Date().getFullYear() - 13}-01-01` });
    const request = createBookingRequest(offer, { paymentId }, [minor]);
    for (const minorsConsent of [undefined, false]) {
      const refused = await createBooking({ ...request, minorsConsent });
      expect(refused).toMatchObject({ status: 400, body: { error: 'VALIDATION_ERROR' } });
      expect(refused.body.fields).toEqual([
        { path: 'minorsConsent', message: expect.stringContaining('airlines have rules of their own') },
      ]);
    }
    const booked = await createBooking({ ...request, minorsConsent: true });
    expect(booked.status, JSON.stringify(booked.body)).toBe(201);
    expect((await readBooking(booked.body.id)).booking_data.minors_consent).toBe(true);
    const adult = await harness.getFreshOffer();
    const body = createBookingRequest(adult, { cardDetails: createCard() });
    const other = await createBooking({ ...body, minorsConsent: true });
    expect((await readBooking(other.body.id)).booking_data.minors_consent).toBeUndefined();
  });

  it('[RULE-01] keeps until when a passport is valid, and not its number', async () => {
    const offer = await harness.getFreshOffer();
    const passenger = createPassenger({ passportNumber: 'N0TKEPT', passportExpiryDate: '2037-03-01' });
    const { body } = await book(offer, { cardDetails: createCard() }, [passenger]);
    const row = await readBooking(body.id);
    expect(row.passport_expiries).toEqual({ [offer.passengers[0]?.id ?? '']: '2037-03-01' });
    expect(row.order_plan).toBeNull();
    expect(JSON.stringify(row)).not.toContain('N0TKEPT');
  });
});

describe('offer or order refused', () => {
  it('[API-55] [PROVIDER-33] refuses an offer that expired after the payment and voids the authorisation', async () => {
    const { offer, paymentId } = await authoriseOffer();
    await harness.duffel.control('POST', `offers/${offer.id}`, { expire: true });
    const response = await book(offer, { paymentId });
    expect(response.body.error).toMatch(/^OFFER_(EXPIRED|UNAVAILABLE)$/);
    await expectNothingBooked(offer);
  });

  it('[PROVIDER-33] [MONEY-24] voids the authorisation at once when no Redis knows the offer any more', async () => {
    const { offer, paymentId } = await authoriseOffer();
    await harness.loseOffers();
    const response = await book(offer, { paymentId });
    expect(response).toMatchObject({ status: 404, body: { error: 'OFFER_NOT_FOUND' } });
    expect((await harness.ledgerFor(offer)).uncaptured).toHaveLength(0);
    await expectNothingBooked(offer);
  });

  it.each([
    ['is noticed by this request', false],
    ['was noticed by an earlier request', true],
  ])(
    '[MONEY-31] returns old and new price when a changed price %s, and voids the authorisation',
    async (_, isKnown) => {
      const { offer, paymentId } = await authoriseOffer();
      await harness.duffel.control('POST', `offers/${offer.id}`, { total_amount: '4321.00' });
      if (isKnown) await processCard(createPaymentRequest(offer));
      const response = await book(offer, { paymentId });
      expect(response).toMatchObject({ status: 409, body: { error: 'PRICE_CHANGED' } });
      expect(response.body.details).toMatchObject({ old_amount: offer.total_amount });
      expect(response.body.details.new_amount).not.toBe(offer.total_amount);
      await expectNothingBooked(offer);
    },
  );

  it('[MONEY-27] keeps the authorisation while the price cannot be fetched, and books with it when the request is repeated', async () => {
    const { offer, paymentId } = await authoriseOffer();
    const body = createBookingRequest(offer, { paymentId });
    const sameKey = idempotencyHeader();
    await harness.duffel.fault({ method: 'GET', path: '/air/offers/', kind: 'status', times: 10 });
    expect((await createBooking(body, sameKey)).status).toBe(502);
    await harness.duffel.clearFaults();
    expect((await createBooking(body, sameKey)).status).toBe(201);
    await expectBookedOnce(offer);
  });

  it('[MONEY-27] keeps the authorisation of a booking when a request that lost its payment finds no offer', async () => {
    const { offer, paymentId } = await authoriseOffer();
    const body = createBookingRequest(offer, { paymentId });
    const errors = [
      { type: 'invalid_state_error', code: 'offer_no_longer_available', title: 'No', message: 'No' },
    ];
    await harness.duffel.fault({
      ...{ method: 'GET', path: '/air/offers/', kind: 'status', status: 422, latencyMs: 2000 },
      body: { meta: { status: 422, request_id: 'x' }, errors },
    });
    await delayOrder(3000);
    const late = createBooking(body);
    await waitForPriceCall(offer);
    await harness.endPaymentLease(paymentId);
    const [booked, refused] = await Promise.all([createBooking(body), late]);
    expect([booked.status, refused.body.error]).toEqual([202, 'OFFER_UNAVAILABLE']);
    await expectBookedOnce(offer);
  });

  it.each([
    ['price_changed', 422, /^(PRICE_CHANGED|OFFER_UNAVAILABLE)$/],
    ['order_not_created', 502, /^BOOKING_REFUSED$/],
  ])('[MONEY-24] voids the authorisation when the order is refused with %s', async (code, status, error) => {
    const { offer, paymentId } = await authoriseOffer();
    const passenger = createPassenger({ passportNumber: 'Z7654321' });
    const message = `No seat for ${passenger.email}`;
    const errors = [{ type: 'airline_error', code, title: 'No', message, documentation_url: 'x' }];
    await harness.duffel.fault({
      method: 'POST',
      path: '/air/orders',
      kind: 'status',
      status,
      body: { meta: { status, request_id: 'x' }, errors },
    });
    const sameKey = idempotencyHeader();
    const body = createBookingRequest(offer, { paymentId }, [passenger]);
    const response = await createBooking(body, sameKey);
    expect(response.body.error).toMatch(error);
    expect((await createBooking(body, sameKey)).body.error).toBe(response.body.error);
    await expectNothingBooked(offer);
    expect((await harness.dumpTables()).includes('Z7654321')).toBe(false);
    expect(harness.logs().includes(message)).toBe(false);
    expect(await getOutboxEvents(offer)).toEqual([]);
  });

  it('[MONEY-24] books the offer in a second attempt after a refusal that left it available', async () => {
    const { offer, paymentId } = await authoriseOffer();
    await refuseOrder();
    expect((await book(offer, { paymentId })).status).toBe(422);
    const { body } = await processCard(createPaymentRequest(offer));
    expect((await book(offer, body)).status).toBe(201);
    const { captured, uncaptured } = await harness.ledgerFor(offer);
    expect([captured.length, uncaptured.length]).toEqual([1, 0]);
  });

  it('[MONEY-27] [MONEY-24] refuses an offer that the provider reported as used, before another authorisation', async () => {
    const { offer, paymentId } = await authoriseOffer();
    const code = 'order_creation_already_attempted';
    const errors = [{ type: 'invalid_state_error', code, title: 'No', message: 'No' }];
    await harness.duffel.fault({
      ...{ method: 'POST', path: '/air/orders', kind: 'status', status: 422 },
      body: { meta: { status: 422, request_id: 'x' }, errors },
    });
    const refused = await book(offer, { paymentId });
    expect(refused).toMatchObject({ status: 410, body: { error: 'OFFER_UNAVAILABLE' } });
    await expectOfferUsed(offer);
  });

  it('[MONEY-27] books one of two concurrent attempts with one offer request and voids the other authorisation', async () => {
    const offer = await harness.getFreshOffer();
    // A visitor's own second attempt is refused before the booking lock. (STATUS-05)
    const visitors = [newVisitor(), newVisitor()];
    const pay = (visitor: Headers) =>
      processCard(createPaymentRequest(offer), { ...idempotencyHeader(), ...visitor });
    const attempts = await Promise.all(
      visitors.map(async (visitor) => ({ visitor, paymentId: (await pay(visitor)).body.paymentId })),
    );
    const orderCalls = await harness.countOrderCalls();
    const responses = await Promise.all(
      attempts.map(({ visitor, paymentId }) =>
        createBooking(createBookingRequest(offer, { paymentId }), { ...idempotencyHeader(), ...visitor }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 410]);
    await expectBookedOnce(offer);
    expect(await harness.countOrderCalls()).toBe(orderCalls + 1);
  });
});

describe('bags that are sold out in between', () => {
  const soldOut = (offer: Offer, id: string) =>
    harness.duffel.control('POST', `offers/${offer.id}`, { bags: { [id]: { sold_out: true } } });

  /** An authorised payment for an offer with a bag, and its booking request. */
  async function authoriseBag() {
    const offer = await harness.getFreshOffer();
    const [bag] = await harness.getBags(offer);
    const bags = [{ serviceId: bag.id, passengerId: bag.passenger_ids[0] ?? '', quantity: 1 }];
    const amount = (Number(offer.total_amount) + Number(bag.total_amount)).toFixed(2);
    const { body } = await processCard(createPaymentRequest(offer, { bags, amount }));
    const request = createBookingRequest(offer, body);
    const paymentDetails = { ...request.paymentDetails, amount };
    return { offer, bag, request: { ...request, bags, paymentDetails } };
  }
  const refusal = ({ total_amount: new_amount, total_currency: currency }: Offer, id: string) => ({
    status: 409,
    body: { error: 'BAG_UNAVAILABLE', details: { service_ids: [id], new_amount, currency } },
  });

  it('[EXTRA-04] [MONEY-24] voids the payment before the order, names the new total and books the rest', async () => {
    const { offer, bag, request } = await authoriseBag();
    await soldOut(offer, bag.id);
    expect(await createBooking(request)).toMatchObject(refusal(offer, bag.id));
    await expectNothingBooked(offer);
    const { body } = await processCard(createPaymentRequest(offer));
    expect((await book(offer, body)).status).toBe(201);
    await expectBookedOnce(offer);
  });

  it('[EXTRA-04] [MONEY-31] tells that a bag became dearer after the payment, and voids it', async () => {
    const { offer, bag, request } = await authoriseBag();
    await harness.duffel.control('POST', `offers/${offer.id}`, {
      bags: { [bag.id]: { total_amount: '99.50' } },
    });
    const refused = await createBooking(request);
    expect(refused).toMatchObject({
      ...{ status: 409 },
      body: {
        ...{ error: 'PRICE_CHANGED', message: expect.stringContaining('or of the seats or bags') as string },
        details: { parts: { fare: offer.total_amount, seats: '0.00', bags: '99.50' } },
      },
    });
    await expectNothingBooked(offer);
  });

  it('[EXTRA-04] [MONEY-24] names the new total also when the airline refuses the order for it', async () => {
    const { offer, bag, request } = await authoriseBag();
    await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'latency', latencyMs: 1000 });
    const calls = await harness.countOrderCalls();
    const booking = createBooking(request);
    await eventually(async () => ((await harness.countOrderCalls()) > calls ? true : undefined));
    await soldOut(offer, bag.id);
    expect(await booking).toMatchObject(refusal(offer, bag.id));
    await expectNothingBooked(offer);
  });
});

describe('unknown outcome of the order', () => {
  it.each([
    ['commit_and_drop', {}],
    ['commit_late', { delayMs: 3200 }],
    ['commit_late', { status: 0, delayMs: 1200 }],
  ])(
    '[PROVIDER-34] [PROVIDER-35] finds the order after a lost response (%s %j) and captures once',
    async (kind, more) => {
      const { offer, paymentId } = await authoriseOffer();
      const passenger = createPassenger();
      await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind, ...more });
      const request = createBookingRequest(offer, { paymentId }, [passenger]);
      const response = await createBooking(request, idempotencyHeader(), impatientService);
      expect([201, 202]).toContain(response.status);
      await expectBookedOnce(offer);
      expect(await waitForOutcome(passenger)).toEqual([
        expect.stringMatching(/^Your booking \w+ is confirmed$/),
      ]);
    },
  );

  it.each(['hang', 'malformed', 'fail_late'])(
    '[PROVIDER-34] [PROVIDER-36] voids the authorisation when no order appears in time (%s), sends an email and marks the offer as used',
    async (kind) => {
      const { offer, paymentId } = await authoriseOffer();
      const passenger = createPassenger();
      const sameKey = idempotencyHeader();
      const body = createBookingRequest(offer, { paymentId }, [passenger]);
      await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind });
      const response = await createBooking(body, sameKey, impatientService);
      expect(response).toMatchObject({ status: 202, body: { status: 'pending', bookingReference: null } });
      expect((await harness.ledgerFor(offer)).uncaptured).toHaveLength(1);
      await expectNothingBooked(offer);
      await expectOfferUsed(offer);
      const repeat = await createBooking(body, sameKey);
      expect(repeat).toMatchObject({ status: 422, body: { error: 'BOOKING_REFUSED' } });
      expect(await waitForOutcome(passenger)).toEqual(['Your booking could not be completed']);
    },
  );
});

describe('the search for an order', () => {
  const createProvider = () =>
    createFlightProvider(
      {
        DUFFEL_BASE_PATH: harness.duffelProgram.url,
        DUFFEL_TOKEN_TEST: 'duffel_test_payments',
        ORDER_TIMEOUT_MS: 2000,
      } as PaymentsConfig,
      unlimitedBudget,
    );

  it('[PROVIDER-34] finds only the order of the booking', async () => {
    const { offer, paymentId } = await authoriseOffer();
    const { body } = await book(offer, { paymentId });
    const provider = createProvider();
    expect((await provider.findOrder('test', body.id, offer.id))?.id).toBe(body.duffelBookingId);
    expect(await provider.findOrder('test', randomUUID(), offer.id)).toBeUndefined();
  });

  it('[REVIEW-06] lists what was created in a time, and nothing later', async () => {
    const start = new Date();
    const { offer, paymentId } = await authoriseOffer();
    const authorised = new Date();
    const { body } = await book(offer, { paymentId });
    const list = async (until: Date) =>
      (await createProvider().listOrders('test', start, until)).map(({ bookingId }) => bookingId);
    expect(await list(new Date())).toContain(body.id);
    expect(await list(authorised)).not.toContain(body.id);
  });
});

describe('failures of the card provider', () => {
  const failures = [
    ['a 500 without effect, also for the next key', { kind: 'status', status: 500, times: 4 }],
    ['a 500 with effect', { kind: 'commit_and_status', status: 500, times: 3 }],
    ['no response', { kind: 'commit_and_drop', times: 3 }],
  ] as const;

  it.each(failures)('[MONEY-25] captures once after %s', async (_failure, fault) => {
    const { offer, paymentId } = await authoriseOffer();
    await harness.stripe.fault({ path: '^/v1/payment_intents/.*/capture$', ...fault });
    expect([201, 202]).toContain((await book(offer, { paymentId })).status);
    await expectBookedOnce(offer);
  });

  it.each(failures)('[MONEY-24] voids the authorisation of a refused order after %s', async (_, fault) => {
    const { offer, paymentId } = await authoriseOffer();
    await refuseOrder();
    await harness.stripe.fault({ path: '^/v1/payment_intents/.*/cancel$', ...fault });
    await book(offer, { paymentId });
    await expectNothingBooked(offer);
  });

  it.each([
    ['cancels the order that is refunded in full', 'voided', (penalty: number) => penalty === 0],
    [
      'alerts an operator about the order that is not refunded in full',
      'needs_review',
      (penalty: number) => penalty > 0,
    ],
  ])('[MONEY-25] [REVIEW-01] %s when the authorisation no longer exists', async (_, state, hasPenalty) => {
    const { offer, paymentId } = await authoriseOffer({}, ({ conditions }) =>
      hasPenalty(Number(conditions.refund_penalty_amount ?? NaN)),
    );
    const payment = await harness.db
      .selectFrom('payments')
      .select('intent_id')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    await fetch(`${harness.stripeProgram.url}/v1/payment_intents/${payment.intent_id}/cancel`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_payments' },
    });
    await book(offer, { paymentId });
    await harness.waitUntilProcessed(offer);
    const { orders, captured } = await harness.ledgerFor(offer);
    expect(captured).toHaveLength(0);
    const booking = await harness.db
      .selectFrom('bookings')
      .select(['id', 'state'])
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow();
    const needsReview = state === 'needs_review';
    expect(booking.state).toBe(state);
    expect(orders).toHaveLength(needsReview ? 1 : 0);
    expect(hasAlert(booking.id)).toBe(needsReview);
    expect(await harness.getOpenCases(booking.id)).toEqual(needsReview ? ['booking'] : []);
  });

  it('[MONEY-25] [REVIEW-01] alerts an operator and queues the booking when a capture keeps failing', async () => {
    const { offer, paymentId } = await authoriseOffer();
    const givingUp = await harness.startPayments({ GIVE_UP_AFTER_MS: '1' });
    await harness.stripe.fault({
      path: '^/v1/payment_intents/.*/capture$',
      kind: 'status',
      status: 500,
      times: 100,
    });
    const body = createBookingRequest(offer, { paymentId });
    const { body: booking } = await sendAttempt(givingUp, '/api/bookings', body);
    expect(booking.status).toBe('pending');
    const readState = async () => (await readBooking(booking.id)).state;
    await expect.poll(readState, { timeout: 30_000 }).toBe('needs_review');
    expect(hasAlert(booking.id)).toBe(true);
    expect(await harness.getOpenCases(booking.id)).toEqual(['booking']);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/\nreview_cases_open\{kind="booking"\} [1-9]/);
    expect(metrics).toMatch(/\nreview_cases_open\{kind="dispute"\} 0\n/);
    expect(metrics).toMatch(/\nreview_oldest_case_seconds [\d.]+\n/);
    const ofTheService = await (await fetch(`${givingUp.url}/metrics`)).text();
    expect(ofTheService).toMatch(/\nstate_changes_total\{of="booking",state="needs_review"\} 1\n/);
    expect(ofTheService).toMatch(/\nstate_changes_total\{of="booking",state="cancelled"\} 0\n/);
    expect(ofTheService).toMatch(
      /\nprovider_request_duration_seconds_count\{provider="stripe",operation="POST \/v1\/payment_intents\/:id\/capture",status="500"\} \d/,
    );
    await givingUp.kill();
  });
});

describe('repeated requests', () => {
  it('[MONEY-27] [PROVIDER-32] [GUEST-03] returns the first response without the password to a repeated request and books once', async () => {
    const { offer, paymentId } = await authoriseOffer();
    const body = createBookingRequest(offer, { paymentId });
    const sameKey = idempotencyHeader();
    const first = await createBooking(body, sameKey);
    const again = await createBooking(body, sameKey);
    expect(first.body.accountInfo?.password).toBeTruthy();
    expect(again.status).toBe(201);
    expect(again.cookies.session).toBeUndefined();
    const { password: _, ...withoutPassword } = first.body.accountInfo ?? { username: '', email: '' };
    // Sending the mail stores the e-tickets, maybe between both responses.
    const withoutTickets = ({ emailContent, ...response }: typeof first.body) => ({
      ...response,
      subject: emailContent?.subject,
      text: emailContent?.text.replaceAll(/^E-ticket .*\n/gm, '').replace(`${ticketsInMyTrips}\n\n`, ''),
    });
    expect(withoutTickets(again.body)).toEqual(
      withoutTickets({ ...first.body, accountInfo: withoutPassword }),
    );
    const other = { ...body, passengers: [createPassenger({ firstName: 'Grace' })] };
    expect((await createBooking(other, sameKey)).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await createBooking(other)).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await createBooking(body)).body.id).toBe(first.body.id);
    await expectBookedOnce(offer);
  });

  it('[GUARD-06] keeps no hash of a request for longer than a key lasts, and answers repeats with it until then', async () => {
    const { offer, paymentId } = await authoriseOffer();
    const body = createBookingRequest(offer, { paymentId });
    const sameKey = idempotencyHeader();
    const { id } = (await createBooking(body, sameKey)).body;
    const ofBooking = () => harness.db.selectFrom('bookings').select('request_hash').where('id', '=', id);
    const purgeAfter = async (hours: number) => {
      const created_at = sql<Date>`now() - make_interval(hours => ${hours})`;
      await harness.db.updateTable('bookings').set({ created_at }).where('id', '=', id).execute();
      await purgeHandler(harness.createJobDeps()).run({});
    };
    await purgeAfter(71);
    expect((await createBooking(body)).body.id).toBe(id);
    await purgeAfter(73);
    expect(await ofBooking().execute()).toEqual([{ request_hash: null }]);
    expect((await createBooking(body, sameKey)).body.id).toBe(id);
    expect((await createBooking(body)).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    await expectBookedOnce(offer);
  });

  it.each([
    ['price', () => harness.duffel.fault({ method: 'GET', path: '/air/offers/', kind: 'hang' })],
    ['card', () => harness.stripe.fault({ path: '^/v1/payment_intents$', kind: 'hang' })],
    ['order', () => harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'hang' })],
    ['capture', () => harness.stripe.fault({ path: '^/v1/payment_intents/.*/capture$', kind: 'hang' })],
  ])('[MONEY-27] answers a repeat at once while the provider leaves the %s unanswered', async (_, hang) => {
    const offer = await harness.getFreshOffer();
    const body = createBookingRequest(offer, { cardDetails: createCard() });
    const sameKey = idempotencyHeader();
    const countUnanswered = async () => {
      const ledgers = await Promise.all([harness.duffel.ledger(), harness.stripe.ledger()]);
      return ledgers.flatMap(({ requests }) => requests.filter(({ status }) => status === null)).length;
    };
    const before = await countUnanswered();
    await hang();
    let isAnswered = false;
    const first = createBooking(body, sameKey, impatientService).finally(() => (isAnswered = true));
    await eventually(async () => (await countUnanswered()) > before || undefined);
    const repeat = await createBooking(body, sameKey);
    expect([repeat.status, repeat.body.error, isAnswered]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS', false]);
    expect(repeat.headers.get('retry-after')).toBe('2');
    await first;
    await harness.waitUntilProcessed(offer);
  });

  it('[MONEY-27] answers another attempt with the same card at once while the first one waits for the price', async () => {
    const { offer, paymentId } = await authoriseOffer();
    const body = createBookingRequest(offer, { paymentId });
    await harness.duffel.fault({ method: 'GET', path: '/air/offers/', kind: 'hang' });
    let isAnswered = false;
    const first = createBooking(body, idempotencyHeader(), impatientService).finally(
      () => (isAnswered = true),
    );
    await waitForPriceCall(offer);
    const other = await createBooking(body);
    expect([other.status, other.body.error, isAnswered]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS', false]);
    await first;
    await harness.duffel.clearFaults();
    expect((await createBooking(body)).status).toBe(201);
    await expectBookedOnce(offer);
  });

  it('[MONEY-27] books once on a double click and from two tabs', async () => {
    const { offer, paymentId } = await authoriseOffer();
    const body = createBookingRequest(offer, { paymentId });
    const sameKey = idempotencyHeader();
    const responses = await Promise.all([
      createBooking(body, sameKey),
      createBooking(body, sameKey),
      createBooking(body),
      createBooking(body),
    ]);
    const withPassword = responses.filter(({ body: { accountInfo } }) => accountInfo?.password);
    expect(withPassword.length).toBeLessThanOrEqual(1);
    for (const { status } of responses) expect([201, 202, 409]).toContain(status);
    expect(responses.some(({ status }) => status === 201)).toBe(true);
    await expectBookedOnce(offer);
  });
});

describe('accounts', () => {
  it('[GUEST-01] [GUEST-04] creates no account when the email address has one, and does not reveal it', async () => {
    const passenger = createPassenger();
    const first = await authoriseOffer();
    await book(first.offer, first, [passenger]);
    const second = await authoriseOffer();
    const response = await book(second.offer, second, [passenger]);
    expect(response).toMatchObject({ status: 201, body: { accountCreated: false, accountInfo: null } });
    expect(response.cookies.session).toBeUndefined();
    expect(JSON.stringify(response.body)).not.toMatch(/exist|already/i);
  });

  it('[GUEST-06] [API-56] [API-57] shows the bookings of a signed-in user to that user only', async () => {
    const one = await authoriseOffer();
    const owner = await book(one.offer, one);
    const ownerSession = { cookie: `session=${owner.cookies.session}` };
    const two = await authoriseOffer();
    const otherUser = await book(two.offer, two);
    const otherSession = { cookie: `session=${otherUser.cookies.session}` };

    const three = await authoriseOffer();
    const signedIn = await createBooking(createBookingRequest(three.offer, three), {
      ...idempotencyHeader(),
      ...ownerSession,
    });
    expect(signedIn.body).toMatchObject({ accountCreated: false, status: 'confirmed' });
    expect(await getOutboxEvents(three.offer)).toEqual(['mail_confirmed']);
    const four = await authoriseOffer();
    await refuseOrder();
    const refusedRequest = createBookingRequest(four.offer, four);
    await createBooking(refusedRequest, { ...idempotencyHeader(), ...ownerSession });
    const refused = await harness.db
      .selectFrom('bookings')
      .select('id')
      .where('offer_id', '=', four.offer.id)
      .executeTakeFirstOrThrow();
    const list = await harness.send(service, 'GET', '/api/bookings', undefined, ownerSession);
    expect((list.body as unknown as { id: string }[]).map(({ id }) => id)).toEqual([
      signedIn.body.id,
      owner.body.id,
    ]);
    const path = `/api/bookings/${owner.body.id}`;
    expect((await harness.send(service, 'GET', path, undefined, otherSession)).status).toBe(404);
    const refusedPath = `/api/bookings/${refused.id}`;
    expect((await harness.send(service, 'GET', refusedPath, undefined, ownerSession)).status).toBe(404);
    expect((await harness.send(service, 'GET', path)).status).toBe(401);
    expect((await harness.send(service, 'GET', '/api/bookings')).status).toBe(401);
  });

  it('[GUEST-01] books without the accounts service and creates the account later', async () => {
    const { offer, paymentId } = await authoriseOffer();
    const withoutAccounts = await harness.startPayments({
      ACCOUNTS_URL: 'http://127.0.0.1:9',
      SWEEP_EVERY_MS: '600000',
    });
    const response = await sendAttempt(
      withoutAccounts,
      '/api/bookings',
      createBookingRequest(offer, { paymentId }),
    );
    await withoutAccounts.kill();
    expect(response).toMatchObject({ status: 201, body: { accountCreated: false } });
    await eventually(async () => ((await readBooking(response.body.id)).user_id ? true : undefined));
    await expectBookedOnce(offer);
  });
});

describe('the brand of a booking', () => {
  const bookOn = async (host: string) => {
    const onSunhop = { 'x-brand': 'sunhop', 'x-forwarded-host': host };
    const callFlights = createClient(harness.flights.url, { headers: onSunhop });
    const { id } = await harness.getCachedOffer();
    const { offer } = await callFlights(refreshOffer, { params: { id } });
    const paid = await processCard(createPaymentRequest(offer), { ...idempotencyHeader(), ...onSunhop });
    const passenger = createPassenger();
    const booked = await createBooking(createBookingRequest(offer, paid.body, [passenger]), {
      ...{ ...idempotencyHeader(), ...onSunhop, cookie: `visitor=${paid.cookies.visitor}` },
    });
    expect(booked.status, JSON.stringify(booked.body)).toBe(201);
    const [email] = await waitForEmails(passenger);
    return { email: email!, emailContent: booked.body.emailContent };
  };

  it('[HOST-03] names it as sender, gives its phone number and links to the host of the booking', async () => {
    const { email, emailContent } = await bookOn('sunhop.localhost:3000');
    expect(email.from).toMatch(/^"?Sunhop"? <no-reply@fareline\.example>$/);
    expect(email.text).toContain('http://sunhop.localhost:3000/my-trips?claim=');
    expect(email.text).toMatch(/Call us on \+1 888 555 0119 .*\s+Sunhop http:\/\/sunhop\.localhost:3000\/, /);
    expect(`${email.subject}${email.text}${emailContent?.text}`).not.toContain('Fareline');
    expect(emailContent?.text).toContain('Sunhop');
  });

  it('[HOST-03] has no link to a host that only the request claims', async () => {
    const { email } = await bookOn('evil.example');
    expect(email.text).toContain('http://localhost:3000/my-trips?claim=');
    expect(email.text).not.toContain('evil');
  });
});

describe('the complete flow', () => {
  it('[API-53] [API-57] [SECURITY-09] [MONEY-22] [MONEY-23] [GUEST-02] [MAIL-01] [TRIP-01] authorises, orders, captures once, creates the account, sends the email for a guest and shows flights and payment', async () => {
    const offer = await harness.getFreshOffer();
    const paid = await processCard(createPaymentRequest(offer));
    expect(paid.body).toMatchObject({
      success: true,
      amount: offer.total_amount,
      card: { brand: 'visa', last4: '4242' },
    });
    const before = await harness.ledgerFor(offer);
    expect([before.uncaptured.length, before.captured.length]).toEqual([1, 0]);

    const passenger = createPassenger();
    const booked = await book(offer, { paymentId: paid.body.paymentId }, [passenger]);
    expect(booked.status, JSON.stringify(booked.body)).toBe(201);
    expect(booked.body).toMatchObject({ status: 'confirmed', accountCreated: true });
    const password = booked.body.accountInfo?.password ?? '';
    expect(password.length).toBeGreaterThan(8);
    await expectBookedOnce(offer);
    const { orders } = await harness.ledgerFor(offer);
    expect(orders[0]?.booking_reference).toBe(booked.body.bookingReference);
    expect(Number(orders[0]?.total_amount)).toBeLessThan(Number(offer.total_amount));

    const session = { cookie: `session=${booked.cookies.session}` };
    const list = await harness.send(service, 'GET', '/api/bookings', undefined, session);
    expect(list.body).toMatchObject([{ id: booked.body.id, status: 'confirmed', mode: 'test' }]);
    const { body } = await harness.send(
      service,
      'GET',
      `/api/bookings/${booked.body.id}`,
      undefined,
      session,
    );
    expect(body.payment).toEqual({ card: { brand: 'visa', last4: '4242' }, state: 'paid' });
    const listTerminals = (slices: Offer['slices']) =>
      slices.flatMap(({ segments }) =>
        segments.map(({ origin_terminal, destination_terminal }) => [origin_terminal, destination_terminal]),
      );
    const { slices } = JSON.parse(String(body.bookingData)) as BookingData;
    expect(listTerminals(slices)[0]?.[0]).toMatch(/^\d$/);
    expect(listTerminals(slices)).toEqual(listTerminals(offer.slices));

    const [email, ...others] = await waitForEmails(passenger);
    expect(others).toEqual([]);
    expect(email?.text).toContain(booked.body.bookingReference ?? 'no reference');
    expect(email?.text).toContain('/my-trips?claim=');
    const content = booked.body.emailContent?.text;
    expect(content).toContain(booked.body.bookingReference ?? 'no reference');
    expect(content).not.toContain('claim=');
    expect(`${content}${email?.text}${await harness.dumpTables()}${harness.logs()}`.includes(password)).toBe(
      false,
    );
  });

  it('[MONEY-28] authorises the card of the booking request first and books once', async () => {
    const offer = await harness.getFreshOffer();
    const sameKey = idempotencyHeader();
    const body = createBookingRequest(offer, { cardDetails: createCard('5555555555554444', '8642') });
    const declined = await book(offer, { cardDetails: createCard('4000000000000002') });
    expect(declined).toMatchObject({ status: 402, body: { error: 'PAYMENT_FAILED' } });
    const first = await createBooking(body, sameKey);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    expect((await createBooking(body, sameKey)).body.id).toBe(first.body.id);
    await expectBookedOnce(offer);
    // The four digits may also occur by chance in a UUID, a port or a duration.
    const card = /5555555555554444|(?<![-\w.:])8642(?![-\w])|cvv\W{1,4}8642/i;
    for (const leak of ['"cvv":8642', '"8642"', 'cvv: 8642', ' 8642 ']) expect(leak).toMatch(card);
    expect(`${await harness.dumpTables()}${harness.logs()}`).not.toMatch(card);
  });

  it('[MONEY-28] [PROVIDER-38] voids the payment of a booking request whose passengers are refused', async () => {
    const offer = await harness.getFreshOffer();
    const payment = { cardDetails: createCard('5555555555554444') };
    const refused = await book(offer, payment, [createPassenger({ dateOfBirth: '2020-01-01' })]);
    expect(refused).toMatchObject({ status: 400, body: { error: 'VALIDATION_ERROR' } });
    const states = await harness.db
      .selectFrom('payments')
      .select('state')
      .where('purchase_id', '=', offer.id)
      .execute();
    expect(states).toEqual([{ state: 'voided' }]);
    expect((await book(offer, payment)).status).toBe(201);
  });

  it('[PROVIDER-39] books two adults, a child and an infant and stores no document numbers', async () => {
    const { offer, paymentId } = await authoriseOffer({ adultsCount: 2, childrenCount: 1, infantsCount: 1 });
    const year = new Date().getUTCFullYear();
    const passengers = [
      createPassenger({ phone: '020 7946 0958' }),
      createPassenger({ firstName: 'Grace', email: undefined, phone: undefined }),
      createPassenger({
        firstName: 'Kim',
        type: 'child',
        dateOfBirth: `${year - 6}-01-05`,
        email: undefined,
        phone: undefined,
      }),
      createPassenger({
        firstName: 'Lou',
        type: 'infant_without_seat',
        dateOfBirth: new Date(Date.now() - 120 * 86_400_000).toISOString().slice(0, 10),
        email: undefined,
        phone: undefined,
      }),
    ];
    const booked = await book(offer, { paymentId }, passengers);
    expect(booked.status, JSON.stringify(booked.body)).toBe(201);
    await expectBookedOnce(offer);
    expect((await harness.dumpTables()).includes('X1234567')).toBe(false);
  });
});

describe('slow order calls', () => {
  it('[PROVIDER-35] does not continue a booking whose lease was taken by another process', async () => {
    const { offer, paymentId } = await authoriseOffer();
    await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'latency', latencyMs: 1000 });
    const response = book(offer, { paymentId });
    const { id } = await eventually(() =>
      harness.db
        .updateTable('bookings')
        .set({ lease_token: randomUUID(), lease_until: new Date(Date.now() + 2500) })
        .where('offer_id', '=', offer.id)
        .where('called_at', 'is not', null)
        .returning('id')
        .executeTakeFirst(),
    );
    expect(await response).toMatchObject({ status: 202, body: { id, status: 'pending' } });
    expect((await readBooking(id)).state).toBe('authorised');
    await expectBookedOnce(offer);
  });

  it('[PROVIDER-35] renews the lease during an order call that takes longer than the lease', async () => {
    const { offer, paymentId } = await authoriseOffer();
    await harness.duffel.fault({
      method: 'POST',
      path: '/air/orders',
      kind: 'latency',
      latencyMs: 1700,
      times: 1,
    });
    const response = await book(offer, { paymentId });
    expect(response.status).toBe(201);
    await expectBookedOnce(offer);
    const steps = await harness.db
      .selectFrom('booking_steps')
      .select('state')
      .where('booking_id', '=', response.body.id)
      .orderBy('id')
      .execute();
    expect(steps.map(({ state }) => state)).toEqual(['authorised', 'ordered', 'capturing', 'confirmed']);
  });
});

/** The header of a caller that waits no longer. */
const overdue = { 'x-request-timeout-ms': '0' };

it('[MONEY-22] [MONEY-23] pays, orders and captures although the caller waits no longer', async () => {
  const offer = await harness.getFreshOffer();
  const paid = await processCard(createPaymentRequest(offer), { ...idempotencyHeader(), ...overdue });
  expect(paid).toMatchObject({ status: 200 });
  const { paymentId } = paid.body;
  const booked = await createBooking(createBookingRequest(offer, { paymentId }), {
    ...idempotencyHeader(),
    ...overdue,
  });
  expect(booked).toMatchObject({ status: 201, body: { status: 'confirmed' } });
  await expectBookedOnce(offer);
});
