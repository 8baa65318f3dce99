import type { Offer, Passenger } from '@fareline/contracts';
import { eventually, uniqueName, type Program } from '@fareline/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createBookingRequest,
  createCard,
  idempotencyHeader,
  createPaymentRequest,
  createTraveller,
} from '../testing/requests.ts';
import { startHarness, type Harness } from '../testing/harness.ts';

let harness: Harness;
let service: Program;

beforeAll(async () => {
  harness = await startHarness();
  // Nothing listens there: everything below must work without the queue.
  service = await harness.startPayments({ JOBS_REDIS_URL: 'redis://127.0.0.1:1' });
}, 90_000);
afterAll(() => harness.stop());
afterEach(async () => {
  await harness.duffel.clearFaults();
  await harness.stripe.clearFaults();
});

type Headers = Record<string, string>;
const pay = (body: unknown, headers: Headers = idempotencyHeader()) =>
  harness.send(service, 'POST', '/api/payments/process-card', body, headers);
const book = (body: unknown, headers: Headers = idempotencyHeader()) =>
  harness.send(service, 'POST', '/api/bookings', body, headers);

async function paidOffer(search: Record<string, unknown> = {}): Promise<{ offer: Offer; paymentId: string }> {
  const offer = await harness.getFreshOffer(search);
  const { body } = await pay(createPaymentRequest(offer));
  expect(body.paymentId, JSON.stringify(body)).toBeTruthy();
  return { offer, paymentId: body.paymentId };
}

/** Not booked, not charged, nothing held. */
async function expectNothing(offer: Offer): Promise<void> {
  await harness.waitUntilSettled(offer);
  const { allOrders, uncaptured, captured } = await harness.ledgerFor(offer);
  expect({ orders: allOrders.length, uncaptured: uncaptured.length, captured: captured.length }).toEqual({
    orders: 0,
    uncaptured: 0,
    captured: 0,
  });
}

/** Booked once and charged once, the agreed amount. */
async function expectOnce(offer: Offer): Promise<void> {
  await harness.waitUntilSettled(offer);
  const { allOrders, uncaptured, captured } = await harness.ledgerFor(offer);
  expect({ orders: allOrders.length, uncaptured: uncaptured.length }).toEqual({ orders: 1, uncaptured: 0 });
  expect(captured.map(({ amount_received }) => amount_received)).toEqual([
    Math.round(Number(offer.total_amount) * 100),
  ]);
}

/** The visitor comes back to another offer, and a second try with this one puts nothing on a card. (PROVIDER-01) */
async function expectUsed(offer: Offer): Promise<void> {
  const next = await eventually(async () => {
    const { offer: own } = await harness.refresh(offer);
    return own.id === offer.id ? undefined : own;
  });
  const before = await harness.ledgerFor(offer);
  const second = await pay(createPaymentRequest(offer));
  expect(second).toMatchObject({ status: 410, body: { error: 'OFFER_UNAVAILABLE' } });
  const withCard = await book(createBookingRequest(offer, { cardDetails: createCard() }));
  expect(withCard).toMatchObject({ status: 410, body: { error: 'OFFER_UNAVAILABLE' } });
  expect((await harness.ledgerFor(offer)).intents).toEqual(before.intents);
  expect((await pay(createPaymentRequest(next))).status).toBe(200);
}

const mailsOf = (passenger: Passenger) =>
  eventually(async () => {
    const mails = await harness.getMails(passenger.email ?? '');
    return mails.length > 0 ? mails : undefined;
  });

describe('what is refused before anything happens', () => {
  it.each([
    ['ERROR-09', { offerId: '' }, 'Offer ID is required for booking'],
    ['ERROR-10', { passengers: [] }, 'At least one passenger is required for booking'],
    ['ERROR-11', { paymentDetails: { currency: 'USD' } }, 'Payment details are required for booking'],
    ['ERROR-11', { paymentDetails: { amount: '10.00' } }, 'Payment details are required for booking'],
    [
      'ERROR-12',
      { passengers: [{ type: 'adult', firstName: 'Ada', lastName: '' }] },
      'All passengers must have first name, last name, and date of birth',
    ],
  ])('[%s] [API-54] %j', async (_id, change, message) => {
    const whole = createBookingRequest(
      { id: 'off_1', total_amount: '10.00', total_currency: 'USD' } as Offer,
      {
        paymentId: 'x',
      },
    );
    expect(await book({ ...whole, ...change })).toMatchObject({ status: 400, body: { message } });
  });

  it('[ERROR-13] asks for the id that a path leaves out', async () => {
    const user = { username: uniqueName('idless'), password: 'correct horse 7' };
    const names = { email: `${user.username}@example.com`, firstName: 'Ada', lastName: 'Byron' };
    await harness.send(harness.accounts, 'POST', '/api/auth/register', { ...user, ...names });
    const { cookies } = await harness.send(harness.accounts, 'POST', '/api/auth/login', user);
    const signedIn = { cookie: `session=${cookies.session}` };
    expect((await harness.send(service, 'GET', '/api/bookings/', undefined, signedIn)).body.message).toBe(
      'Booking ID is required',
    );
    expect((await harness.send(service, 'POST', '/api/bookings//cancel', {}, signedIn)).body.message).toBe(
      'Booking ID is required to cancel a booking',
    );
    expect((await harness.send(service, 'GET', '/api/bookings/')).status).toBe(401);
  });

  it('[MONEY-30] [MONEY-27] knows no payment that it did not make, and wants a key', async () => {
    const offer = await harness.getFreshOffer();
    for (const paymentId of ['test_payment_1', 'fallback_1', '3f0b1c1e-1f5e-4f6e-9f42-000000000000'])
      expect((await book(createBookingRequest(offer, { paymentId }))).body.error).toBe('PAYMENT_NOT_FOUND');
    const withoutKey = await book(createBookingRequest(offer, { paymentId: 'x' }), {});
    expect(withoutKey.body.error).toBe('IDEMPOTENCY_KEY_REQUIRED');
  });

  it('[MONEY-21] takes no payment for another offer, amount or seats', async () => {
    const { offer, paymentId } = await paidOffer();
    const good = createBookingRequest(offer, { paymentId });
    const other = await harness.getFreshOffer();
    for (const change of [
      { offerId: other.id },
      { paymentDetails: { ...good.paymentDetails, amount: '1.00' } },
      { paymentDetails: { ...good.paymentDetails, currency: 'EUR' } },
      { seats: [{ passengerId: 'pas_1', seatId: 'ase_1' }] },
    ])
      expect((await book({ ...good, ...change })).body.error).toBe('AMOUNT_MISMATCH');
    expect((await harness.ledgerFor(offer)).allOrders).toHaveLength(0);
  });

  it('[PROVIDER-38] refuses a birth date beside its field, keeps the hold, and books once it is put right', async () => {
    const { offer, paymentId } = await paidOffer();
    const refused = await book(
      createBookingRequest(offer, { paymentId }, [createTraveller({ dateOfBirth: '2020-01-01' })]),
    );
    expect(refused).toMatchObject({ status: 400, body: { error: 'VALIDATION_ERROR' } });
    expect(JSON.stringify(refused.body.fields)).toContain('passengers.0.dateOfBirth');
    expect((await book(createBookingRequest(offer, { paymentId }))).status).toBe(201);
    await expectOnce(offer);
  });
});

describe('when the offer or the airline says no', () => {
  it('[API-55] [PROVIDER-33] answers an offer that expired after paying, and releases the hold', async () => {
    const { offer, paymentId } = await paidOffer();
    await harness.duffel.control('POST', `offers/${offer.id}`, { expire: true });
    const answer = await book(createBookingRequest(offer, { paymentId }));
    expect(answer.body.error).toMatch(/^OFFER_(EXPIRED|UNAVAILABLE)$/);
    await expectNothing(offer);
  });

  it('[MONEY-31] answers a price that changed after paying with old and new, and releases the hold', async () => {
    const { offer, paymentId } = await paidOffer();
    await harness.duffel.control('POST', `offers/${offer.id}`, { total_amount: '4321.00' });
    const answer = await book(createBookingRequest(offer, { paymentId }));
    expect(answer).toMatchObject({ status: 409, body: { error: 'PRICE_CHANGED' } });
    expect(answer.body.details).toMatchObject({ old_amount: offer.total_amount });
    expect(answer.body.details.new_amount).not.toBe(offer.total_amount);
    await expectNothing(offer);
  });

  it.each([
    ['price_changed', 422, /^(PRICE_CHANGED|OFFER_UNAVAILABLE)$/],
    ['offer_no_longer_available', 422, /^OFFER_UNAVAILABLE$/],
    ['order_not_created', 502, /^BOOKING_REFUSED$/],
  ])('[MONEY-24] releases the hold when the order is refused with %s', async (code, status, error) => {
    const { offer, paymentId } = await paidOffer();
    const errors = [{ type: 'airline_error', code, title: 'No', message: 'No', documentation_url: 'x' }];
    await harness.duffel.fault({
      method: 'POST',
      path: '/air/orders',
      kind: 'status',
      status,
      body: { meta: { status, request_id: 'x' }, errors },
    });
    const sameKey = idempotencyHeader();
    const body = createBookingRequest(offer, { paymentId });
    const answer = await book(body, sameKey);
    expect(answer.body.error).toMatch(error);
    expect((await book(body, sameKey)).body.error).toBe(answer.body.error);
    await expectNothing(offer);
  });

  it('[MONEY-27] [MONEY-24] refuses an offer that the airline took for used before anything is held again', async () => {
    const { offer, paymentId } = await paidOffer();
    const code = 'order_creation_already_attempted';
    const errors = [{ type: 'invalid_state_error', code, title: 'No', message: 'No' }];
    await harness.duffel.fault({
      ...{ method: 'POST', path: '/air/orders', kind: 'status', status: 422 },
      body: { meta: { status: 422, request_id: 'x' }, errors },
    });
    const refused = await book(createBookingRequest(offer, { paymentId }));
    expect(refused).toMatchObject({ status: 410, body: { error: 'OFFER_UNAVAILABLE' } });
    await expectUsed(offer);
  });

  it('[MONEY-27] gives an offer request to one of two attempts with two holds, and releases the other', async () => {
    const offer = await harness.getFreshOffer();
    const payments = await Promise.all([pay(createPaymentRequest(offer)), pay(createPaymentRequest(offer))]);
    const answers = await Promise.all(
      payments.map(({ body }) => book(createBookingRequest(offer, { paymentId: body.paymentId }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410]);
    await expectOnce(offer);
  });
});

describe('when nobody knows', () => {
  it.each([
    ['commit_and_drop', {}],
    ['commit_and_hang', {}],
    ['commit_and_status', { status: 500 }],
    ['commit_late', { delayMs: 1200 }],
    ['commit_late', { status: 0, delayMs: 1200 }],
  ])(
    '[PROVIDER-34] [PROVIDER-35] finds the order of a call that was lost (%s %j) and captures once',
    async (kind, more) => {
      const { offer, paymentId } = await paidOffer();
      const traveller = createTraveller();
      await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind, ...more });
      const answer = await book(createBookingRequest(offer, { paymentId }, [traveller]));
      expect([201, 202]).toContain(answer.status);
      await expectOnce(offer);
      expect(await mailsOf(traveller)).toHaveLength(1);
    },
  );

  it.each([
    ['drop', {}],
    ['hang', {}],
    ['status', { status: 500 }],
    ['malformed', {}],
    ['fail_late', {}],
  ])(
    '[PROVIDER-34] [PROVIDER-36] releases the hold once the time for an order is over (%s), writes so, and the offer is used',
    async (kind, more) => {
      const { offer, paymentId } = await paidOffer();
      const traveller = createTraveller();
      const sameKey = idempotencyHeader();
      const body = createBookingRequest(offer, { paymentId }, [traveller]);
      await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind, ...more });
      const answer = await book(body, sameKey);
      expect(answer).toMatchObject({ status: 202, body: { status: 'pending', bookingReference: null } });
      expect((await harness.ledgerFor(offer)).uncaptured).toHaveLength(1);
      await expectNothing(offer);
      await expectUsed(offer);
      const repeat = await book(body, sameKey);
      expect(repeat).toMatchObject({ status: 422, body: { error: 'BOOKING_REFUSED' } });
      const calls = await harness.duffel.ledger();
      const orderCalls = calls.requests.filter(
        ({ method, path }) => method === 'POST' && path === '/air/orders',
      );
      expect(orderCalls.length).toBeGreaterThan(0);
      expect((await mailsOf(traveller))[0]?.subject).toBe('Your booking could not be completed');
    },
  );
});

describe('when the money does not come', () => {
  it('[MONEY-25] waits out a card provider that is away and captures once', async () => {
    const { offer, paymentId } = await paidOffer();
    await harness.stripe.fault({
      path: '^/v1/payment_intents/.*/capture$',
      kind: 'commit_and_drop',
      times: 3,
    });
    const answer = await book(createBookingRequest(offer, { paymentId }));
    expect([201, 202]).toContain(answer.status);
    await expectOnce(offer);
  });

  it.each([
    ['without effect', 'status', 1],
    ['without effect, also to the next key', 'status', 4],
    ['with effect', 'commit_and_status', 3],
  ])('[MONEY-25] captures once after a 500 %s', async (_effect, kind, times) => {
    const { offer, paymentId } = await paidOffer();
    await harness.stripe.fault({ path: '^/v1/payment_intents/.*/capture$', kind, status: 500, times });
    await book(createBookingRequest(offer, { paymentId }));
    await expectOnce(offer);
  });

  it.each([
    ['without effect', 'status', 1],
    ['without effect, also to the next key', 'status', 4],
    ['with effect', 'commit_and_status', 3],
  ])('[MONEY-24] releases the hold of a refused order after a 500 %s', async (_effect, kind, times) => {
    const { offer, paymentId } = await paidOffer();
    const errors = [{ type: 'airline_error', code: 'order_not_created', title: 'No', message: 'No' }];
    await harness.duffel.fault({
      ...{ method: 'POST', path: '/air/orders', kind: 'status', status: 502 },
      body: { meta: { status: 502, request_id: 'x' }, errors },
    });
    await harness.stripe.fault({ path: '^/v1/payment_intents/.*/cancel$', kind, status: 500, times });
    await book(createBookingRequest(offer, { paymentId }));
    await expectNothing(offer);
  });

  it('[MONEY-25] calls for a person, or cancels the order, when the hold is gone for good', async () => {
    const { offer, paymentId } = await paidOffer();
    const payment = await harness.db
      .selectFrom('payments')
      .select('intent_id')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    await fetch(`${harness.stripeProgram.url}/v1/payment_intents/${payment.intent_id}/cancel`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_payments' },
    });
    await book(createBookingRequest(offer, { paymentId }));
    await harness.waitUntilSettled(offer);
    const { orders, captured } = await harness.ledgerFor(offer);
    expect(captured).toHaveLength(0);
    const booking = await harness.db
      .selectFrom('bookings')
      .select('state')
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow();
    const isForReview = booking.state === 'needs_review';
    expect(orders).toHaveLength(isForReview ? 1 : 0);
    expect(['voided', 'needs_review']).toContain(booking.state);
    expect(harness.logs().includes('"alert":"needs_review"')).toBe(isForReview);
  });
});

describe('repeats', () => {
  it('[MONEY-27] [PROVIDER-32] [GUEST-03] answers a repeat as the first, without the password, and books once', async () => {
    const { offer, paymentId } = await paidOffer();
    const body = createBookingRequest(offer, { paymentId });
    const sameKey = idempotencyHeader();
    const first = await book(body, sameKey);
    const again = await book(body, sameKey);
    expect(first.body.accountInfo?.password).toBeTruthy();
    expect(again.status).toBe(201);
    expect(again.cookies.session).toBeUndefined();
    const { password: _, ...withoutPassword } = first.body.accountInfo ?? { username: '', email: '' };
    expect(again.body).toEqual({ ...first.body, accountInfo: withoutPassword });
    const other = { ...body, passengers: [createTraveller({ firstName: 'Grace' })] };
    expect((await book(other, sameKey)).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await book(other)).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await book(body)).body.id).toBe(first.body.id);
    await expectOnce(offer);
  });

  it('[MONEY-27] books once from a double click and from two tabs', async () => {
    const { offer, paymentId } = await paidOffer();
    const body = createBookingRequest(offer, { paymentId });
    const sameKey = idempotencyHeader();
    const answers = await Promise.all([book(body, sameKey), book(body, sameKey), book(body), book(body)]);
    const made = answers.filter(({ body: { accountInfo } }) => accountInfo?.password);
    expect(made.length).toBeLessThanOrEqual(1);
    for (const { status } of answers) expect([201, 202, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    await expectOnce(offer);
  });
});

describe('accounts', () => {
  it('[GUEST-01] [GUEST-04] makes no account where the address has one, and tells nothing', async () => {
    const traveller = createTraveller();
    const first = await paidOffer();
    await book(createBookingRequest(first.offer, first, [traveller]));
    const second = await paidOffer();
    const answer = await book(createBookingRequest(second.offer, second, [traveller]));
    expect(answer).toMatchObject({ status: 201, body: { accountCreated: false, accountInfo: null } });
    expect(answer.cookies.session).toBeUndefined();
    expect(JSON.stringify(answer.body)).not.toMatch(/exist|already/i);
  });

  it('[GUEST-05] puts such a booking into the account with the mailed link, once', async () => {
    const traveller = createTraveller();
    const first = await paidOffer();
    const made = await book(createBookingRequest(first.offer, first, [traveller]));
    const session = { cookie: `session=${made.cookies.session}` };
    const second = await paidOffer();
    const booked = await book(createBookingRequest(second.offer, second, [traveller]));
    const claim = await eventually(async () => {
      const mails = await harness.getMails(traveller.email ?? '');
      const mail = mails.find(({ text }) => text.includes(booked.body.bookingReference ?? 'none'));
      return /claim=([\w-]+)/.exec(mail?.text.replaceAll(/=\r?\n/g, '') ?? '')?.[1];
    });
    const claimIt = (headers: Headers) =>
      harness.send(service, 'POST', '/api/bookings/claim', { token: claim }, headers);
    expect((await claimIt({})).status).toBe(401);
    expect((await claimIt(session)).body.id).toBe(booked.body.id);
    expect((await claimIt(session)).body.error).toBe('LINK_INVALID');
    const read = await harness.send(service, 'GET', `/api/bookings/${booked.body.id}`, undefined, session);
    expect(JSON.parse(String(read.body.bookingData))).toMatchObject({
      total_amount: second.offer.total_amount,
    });
    expect(claim && (await harness.dumpTables()).includes(claim)).toBe(false);
  });

  it('[GUEST-06] [API-56] [API-57] keeps a signed-in user’s bookings to that user', async () => {
    const one = await paidOffer();
    const owner = await book(createBookingRequest(one.offer, one));
    const ownerSession = { cookie: `session=${owner.cookies.session}` };
    const two = await paidOffer();
    const stranger = await book(createBookingRequest(two.offer, two));
    const strangerSession = { cookie: `session=${stranger.cookies.session}` };

    const three = await paidOffer();
    const signedIn = await book(createBookingRequest(three.offer, three), {
      ...idempotencyHeader(),
      ...ownerSession,
    });
    expect(signedIn.body).toMatchObject({ accountCreated: false, status: 'confirmed' });
    const list = await harness.send(service, 'GET', '/api/bookings', undefined, ownerSession);
    expect((list.body as unknown as { id: string }[]).map(({ id }) => id)).toEqual([
      signedIn.body.id,
      owner.body.id,
    ]);
    const path = `/api/bookings/${owner.body.id}`;
    expect((await harness.send(service, 'GET', path, undefined, strangerSession)).status).toBe(404);
    expect((await harness.send(service, 'GET', path)).status).toBe(401);
    expect((await harness.send(service, 'GET', '/api/bookings')).status).toBe(401);
  });

  it('[D17] books without the accounts service; the account follows', async () => {
    const { offer, paymentId } = await paidOffer();
    const lonely = await harness.startPayments({
      ACCOUNTS_URL: 'http://127.0.0.1:9',
      SWEEP_EVERY_MS: '600000',
    });
    const answer = await harness.send(
      lonely,
      'POST',
      '/api/bookings',
      createBookingRequest(offer, { paymentId }),
      idempotencyHeader(),
    );
    await lonely.kill();
    expect(answer).toMatchObject({ status: 201, body: { accountCreated: false } });
    await eventually(async () => {
      const row = await harness.db
        .selectFrom('bookings')
        .select('user_id')
        .where('id', '=', answer.body.id)
        .executeTakeFirst();
      return row?.user_id ? true : undefined;
    });
    await expectOnce(offer);
  });
});

describe('the whole way', () => {
  it('[API-53] [SECURITY-09] [MONEY-22] [MONEY-23] [GUEST-02] [MAIL-01] holds, orders, captures once, makes the account and mails, for who is not signed in', async () => {
    const offer = await harness.getFreshOffer();
    const paid = await pay(createPaymentRequest(offer));
    expect(paid.body).toMatchObject({
      success: true,
      amount: offer.total_amount,
      card: { brand: 'visa', last4: '4242' },
    });
    const before = await harness.ledgerFor(offer);
    expect([before.uncaptured.length, before.captured.length]).toEqual([1, 0]);

    const traveller = createTraveller();
    const booked = await book(createBookingRequest(offer, { paymentId: paid.body.paymentId }, [traveller]));
    expect(booked.status, JSON.stringify(booked.body)).toBe(201);
    expect(booked.body).toMatchObject({ status: 'confirmed', accountCreated: true });
    const password = booked.body.accountInfo?.password ?? '';
    expect(password.length).toBeGreaterThan(8);
    await expectOnce(offer);
    const { orders } = await harness.ledgerFor(offer);
    expect(orders[0]?.booking_reference).toBe(booked.body.bookingReference);
    expect(Number(orders[0]?.total_amount)).toBeLessThan(Number(offer.total_amount));

    const session = { cookie: `session=${booked.cookies.session}` };
    const list = await harness.send(service, 'GET', '/api/bookings', undefined, session);
    expect(list.body).toMatchObject([{ id: booked.body.id, status: 'confirmed', mode: 'test' }]);

    const [mail] = await mailsOf(traveller);
    expect(mail?.text).toContain(booked.body.bookingReference ?? 'no reference');
    expect(mail?.text).toContain('/my-trips?claim=');
    expect(booked.body.emailContent?.text).not.toContain('claim=');
    expect(`${mail?.text}${await harness.dumpTables()}${harness.logs()}`.includes(password)).toBe(false);
  });

  it('[MONEY-28] authorises first when the booking call brings the card, and books once', async () => {
    const offer = await harness.getFreshOffer();
    const sameKey = idempotencyHeader();
    const body = createBookingRequest(offer, { cardDetails: createCard('5555555555554444', '8642') });
    const declined = await book(createBookingRequest(offer, { cardDetails: createCard('4000000000000002') }));
    expect(declined).toMatchObject({ status: 402, body: { error: 'PAYMENT_FAILED' } });
    const first = await book(body, sameKey);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    expect((await book(body, sameKey)).body.id).toBe(first.body.id);
    await expectOnce(offer);
    // Four digits also stand by chance in a UUID, a port or a duration.
    const card = /5555555555554444|(?<![-\w.:])8642(?![-\w])|cvv\W{1,4}8642/i;
    for (const leak of ['"cvv":8642', '"8642"', 'cvv: 8642', ' 8642 ']) expect(leak).toMatch(card);
    expect(`${await harness.dumpTables()}${harness.logs()}`).not.toMatch(card);
  });

  it('[PROVIDER-39] [D39] books two adults, a child and an infant with their documents nowhere left behind', async () => {
    const { offer, paymentId } = await paidOffer({ adultsCount: 2, childrenCount: 1, infantsCount: 1 });
    const year = new Date().getUTCFullYear();
    const passengers = [
      createTraveller({ phone: '020 7946 0958' }),
      createTraveller({ firstName: 'Grace', email: undefined, phone: undefined }),
      createTraveller({
        firstName: 'Kim',
        type: 'child',
        dateOfBirth: `${year - 6}-01-05`,
        email: undefined,
        phone: undefined,
      }),
      createTraveller({
        firstName: 'Lou',
        type: 'infant_without_seat',
        dateOfBirth: new Date(Date.now() - 120 * 86_400_000).toISOString().slice(0, 10),
        email: undefined,
        phone: undefined,
      }),
    ];
    const booked = await book(createBookingRequest(offer, { paymentId }, passengers));
    expect(booked.status, JSON.stringify(booked.body)).toBe(201);
    await expectOnce(offer);
    expect((await harness.dumpTables()).includes('X1234567')).toBe(false);
  });
});

describe('an airline that takes its time', () => {
  it('[PROVIDER-35] is waited for by the one process at work, however many leases long', async () => {
    const { offer, paymentId } = await paidOffer();
    await harness.duffel.fault({
      method: 'POST',
      path: '/air/orders',
      kind: 'latency',
      latencyMs: 1700,
      times: 1,
    });
    const answer = await book(createBookingRequest(offer, { paymentId }));
    expect(answer.status).toBe(201);
    await expectOnce(offer);
    const steps = await harness.db
      .selectFrom('booking_steps')
      .select('state')
      .where('booking_id', '=', answer.body.id)
      .orderBy('id')
      .execute();
    expect(steps.map(({ state }) => state)).toEqual([
      'authorised',
      'ordering',
      'ordered',
      'capturing',
      'confirmed',
    ]);
  });
});
