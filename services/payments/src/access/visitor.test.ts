import { randomUUID } from 'node:crypto';
import type { Offer } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { startSharedHarness } from '../testing/harness.ts';
import {
  createBookingRequest,
  createCard,
  createPassenger,
  createPaymentRequest,
  idempotencyHeader,
} from '../testing/requests.ts';
import { newVisitor, noVisitor, type ResponseBody, type TestResponse } from '../testing/send-request.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();

type Headers = Record<string, string>;
const processCard = (body: unknown, headers: Headers) =>
  harness.send(service, 'POST', '/api/payments/process-card', body, { ...idempotencyHeader(), ...headers });
const createBooking = (body: unknown, headers: Headers) =>
  harness.send(service, 'POST', '/api/bookings', body, { ...idempotencyHeader(), ...headers });
const resume = (headers: Headers) =>
  harness.send(service, 'POST', '/api/bookings/resume', undefined, headers);

const withSession = (visitor: Headers, session: Headers) => ({
  cookie: `${visitor.cookie}; ${session.cookie}`,
});

async function authorise(headers: Headers): Promise<{ offer: Offer; paymentId: string }> {
  const offer = await harness.getFreshOffer();
  const { body } = await processCard(createPaymentRequest(offer), headers);
  expect(body.paymentId, JSON.stringify(body)).toBeTruthy();
  return { offer, paymentId: body.paymentId };
}

const getPayment = (id: string) =>
  harness.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The response without what differs between two equal responses. */
const withoutRequestId = ({ status, body: { request_id: _, ...body } }: TestResponse<ResponseBody>) => ({
  status,
  body,
});

async function expectChargedOnce(offer: Offer): Promise<void> {
  await harness.waitUntilProcessed(offer);
  const { allOrders, captured, uncaptured } = await harness.ledgerFor(offer);
  expect([allOrders.length, captured.length, uncaptured.length]).toEqual([1, 1, 0]);
}

describe('the payment of another visitor', () => {
  it('[ACCESS-04] is refused like an unknown one, and nothing about it changes', async () => {
    const visitor = newVisitor();
    const { offer, paymentId } = await authorise(visitor);
    const good = createBookingRequest(offer, { paymentId });
    const strangers = [newVisitor(), noVisitor, withSession(newVisitor(), await harness.signUp())];
    const unknown = withoutRequestId(
      await createBooking(createBookingRequest(offer, { paymentId: randomUUID() }), newVisitor()),
    );
    expect(unknown).toMatchObject({ status: 404, body: { error: 'PAYMENT_NOT_FOUND' } });
    expect(unknown.body.message).toMatch(/email.*cookies/);
    const readLocks = () => harness.db.selectFrom('booking_locks').selectAll().execute();
    const [before, locks] = [await getPayment(paymentId), await readLocks()];
    await harness.duffel.control('POST', `offers/${offer.id}`, { expire: true });
    for (const stranger of strangers)
      for (const request of [
        good,
        { ...good, offerId: 'off_another' },
        { ...good, paymentDetails: { ...good.paymentDetails, amount: '1.00' } },
        { ...good, passengers: [createPassenger({ dateOfBirth: '2020-01-01' })] },
      ])
        expect(withoutRequestId(await createBooking(request, stranger))).toEqual(unknown);
    expect(await getPayment(paymentId)).toEqual(before);
    const { uncaptured, allOrders } = await harness.ledgerFor(offer);
    expect([uncaptured.length, allOrders.length]).toEqual([1, 0]);
    expect(await readLocks()).toEqual(locks);
  });

  it('[ACCESS-04] is refused for another user of the same browser', async () => {
    const visitor = newVisitor();
    const [payer, other] = [await harness.signUp(), await harness.signUp()];
    const { offer, paymentId } = await authorise(withSession(visitor, payer));
    const request = createBookingRequest(offer, { paymentId });
    expect((await createBooking(request, withSession(visitor, other))).status).toBe(404);
    expect((await createBooking(request, withSession(newVisitor(), payer))).status).toBe(201);
    await expectChargedOnce(offer);
  });

  it('[ACCESS-04] stays bookable for its visitor after the attempt of a stranger', async () => {
    const visitor = newVisitor();
    const { offer, paymentId } = await authorise(visitor);
    const request = createBookingRequest(offer, { paymentId });
    expect((await createBooking(request, newVisitor())).status).toBe(404);
    expect((await createBooking(request, visitor)).status).toBe(201);
    await expectChargedOnce(offer);
  });
});

describe('the own payment', () => {
  it('[ACCESS-04] is used by a guest who signs in before the booking, and by a user who signs out', async () => {
    const session = await harness.signUp();
    const visitor = newVisitor();
    const asUser = withSession(visitor, session);
    for (const [payer, booker] of [
      [visitor, asUser],
      [asUser, visitor],
    ] as const) {
      const { offer, paymentId } = await authorise(payer);
      expect((await createBooking(createBookingRequest(offer, { paymentId }), booker)).status).toBe(201);
      await expectChargedOnce(offer);
    }
  });

  it('[ACCESS-04] is used by the same user in another browser, not by another user', async () => {
    const [owner, other] = [await harness.signUp(), await harness.signUp()];
    const { offer, paymentId } = await authorise(withSession(newVisitor(), owner));
    const request = createBookingRequest(offer, { paymentId });
    expect((await createBooking(request, withSession(newVisitor(), other))).status).toBe(404);
    expect((await createBooking(request, withSession(newVisitor(), owner))).status).toBe(201);
  });

  it('[ACCESS-04] sets the visitor cookie, and renews it, so that it does not end between payment and booking', async () => {
    const offer = await harness.getFreshOffer();
    const paid = await processCard(createPaymentRequest(offer), noVisitor);
    const visitor = { cookie: `visitor=${paid.cookies.visitor}` };
    const request = createBookingRequest(offer, { paymentId: paid.body.paymentId });
    expect((await createBooking(request, noVisitor)).status).toBe(404);
    const booked = await createBooking(request, visitor);
    expect([booked.status, booked.cookies.visitor]).toEqual([201, paid.cookies.visitor]);
    expect(booked.headers.get('set-cookie')).toMatch(
      /visitor=[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax/,
    );
  });
});

describe('a repeat by another visitor', () => {
  /** A confirmed booking, by default of a guest, with its request and headers. */
  async function book({ cookie }: { cookie: string } = newVisitor()) {
    const visitor = { cookie, ...idempotencyHeader() };
    const { offer, paymentId } = await authorise({ cookie });
    const request = createBookingRequest(offer, { paymentId });
    const booked = await createBooking(request, visitor);
    expect(booked.status, JSON.stringify(booked.body)).toBe(201);
    return { offer, request, visitor, booked };
  }

  it('[PROVIDER-32] [ACCESS-06] gets state and status link for the same key, and nothing for the same payment under another key', async () => {
    const { offer, request, visitor, booked } = await book();
    const { status, statusToken } = booked.body;
    const changed = { ...request, passengers: [createPassenger()] };
    for (const stranger of [newVisitor(), noVisitor, withSession(newVisitor(), await harness.signUp())]) {
      const sameKey = { ...visitor, ...stranger };
      for (const response of [await createBooking(request, sameKey), await resume(sameKey)]) {
        expect(response.body).toEqual({ status, statusToken });
        expect(response.cookies.session).toBeUndefined();
      }
      for (const response of [
        await createBooking(changed, sameKey),
        await createBooking(request, stranger),
        await resume({ ...visitor, ...idempotencyHeader(), ...stranger }),
      ])
        expect(response.status).toBe(404);
    }
    expect((await createBooking(request, visitor)).body.id).toBe(booked.body.id);
    await expectChargedOnce(offer);
  });

  it('[ACCESS-06] is another attempt, and both visitors keep their own response', async () => {
    const first = await book();
    const stranger = { ...first.visitor, ...newVisitor() };
    const { offer, paymentId } = await authorise({ cookie: stranger.cookie });
    const request = createBookingRequest(offer, { paymentId });
    const second = await createBooking(request, stranger);
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.booked.body.id);
    expect((await createBooking(first.request, first.visitor)).body.id).toBe(first.booked.body.id);
    expect((await createBooking(request, stranger)).body.id).toBe(second.body.id);
    expect((await resume(stranger)).body.id).toBe(second.body.id);
  });

  it('[ACCESS-06] gets neither the payment nor the decline of the same key', async () => {
    const offer = await harness.getFreshOffer();
    const sameKey = idempotencyHeader();
    const [visitor, stranger] = [
      { ...sameKey, ...newVisitor() },
      { ...sameKey, ...newVisitor() },
    ];
    const declined = createPaymentRequest(offer, { cardDetails: createCard('4000000000000002') });
    expect((await processCard(declined, visitor)).status).toBe(402);
    const paid = await processCard(createPaymentRequest(offer), stranger);
    expect(paid.status).toBe(200);
    expect((await processCard(declined, visitor)).status).toBe(402);
    const third = await processCard(createPaymentRequest(offer), { ...sameKey, ...newVisitor() });
    expect(third.body.paymentId).not.toBe(paid.body.paymentId);
  });

  it('[ACCESS-06] of a user in another browser gets the booking', async () => {
    const session = await harness.signUp();
    const visitor = { ...withSession(newVisitor(), session), ...idempotencyHeader() };
    const { offer, paymentId } = await authorise({ cookie: visitor.cookie });
    const request = createBookingRequest(offer, { paymentId });
    const booked = await createBooking(request, visitor);
    const elsewhere = { ...visitor, ...withSession(newVisitor(), session) };
    expect((await createBooking(request, elsewhere)).body.id).toBe(booked.body.id);
    expect(await resume(elsewhere)).toMatchObject({ status: 200, body: { id: booked.body.id } });
    await expectChargedOnce(offer);
  });

  it('[PROVIDER-32] [ACCESS-06] [MONEY-27] of a guest who lost the cookie leads to the booking and charges nothing again', async () => {
    const visitor = { ...newVisitor(), ...idempotencyHeader() };
    const offer = await harness.getFreshOffer();
    const request = createBookingRequest(offer, { cardDetails: createCard() });
    await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'latency', latencyMs: 1200 });
    const first = createBooking(request, visitor);
    const repeat = () => createBooking(request, { ...visitor, ...noVisitor });
    await eventually(() =>
      harness.db.selectFrom('bookings').select('id').where('offer_id', '=', offer.id).executeTakeFirst(),
    );
    const running = await repeat();
    expect(running).toMatchObject({ status: 409, body: { error: 'IDEMPOTENCY_IN_PROGRESS' } });
    const { status, body } = await first;
    expect([status, body.accountInfo?.password]).toEqual([201, expect.any(String)]);
    const { statusToken } = body;
    expect(running.body.details).toEqual({ status_token: statusToken });
    const again = await repeat();
    expect([again.status, again.body]).toEqual([201, { status: 'confirmed', statusToken }]);
    await expectChargedOnce(offer);
  });

  it('[ACCESS-06] takes no credentials from the visitor who booked', async () => {
    const visitor = { ...newVisitor(), ...idempotencyHeader() };
    const { offer, paymentId } = await authorise(visitor);
    await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'latency', latencyMs: 1500 });
    const first = createBooking(createBookingRequest(offer, { paymentId }), visitor);
    await eventually(async () => {
      const { error } = (await resume({ ...visitor, ...noVisitor })).body;
      return error === 'IDEMPOTENCY_IN_PROGRESS' || undefined;
    });
    expect((await first).body.accountInfo?.password).toBeTruthy();
  });
});
