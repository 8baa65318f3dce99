import type { BookingRequest, Offer } from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createBookingRequest,
  idempotencyHeader,
  createPaymentRequest,
  createPassenger,
} from '../testing/requests.ts';
import { newVisitor, noVisitor, type ResponseBody, type TestResponse } from '../testing/send-request.ts';
import { startSharedHarness } from '../testing/harness.ts';

const harness = await startSharedHarness();
const service = await harness.startPayments();
afterEach(() => harness.duffel.clearFaults());

type Headers = Record<string, string>;
const post = (path: string, headers: Headers, body?: unknown) =>
  harness.send(service, 'POST', path, body, headers);

/** An authorised offer with the booking request and the headers of its browser. */
async function authoriseInBrowser(): Promise<{ offer: Offer; request: BookingRequest; browser: Headers }> {
  const offer = await harness.getFreshOffer();
  const visitor = newVisitor();
  const key = { ...idempotencyHeader(), ...visitor };
  const paid = await post('/api/payments/process-card', key, createPaymentRequest(offer));
  const browser = { ...idempotencyHeader(), ...visitor };
  return { offer, request: createBookingRequest(offer, { paymentId: paid.body.paymentId }), browser };
}

/** The order is created after the response, so the booking is pending first. */
const delayOrder = (delayMs: number) =>
  harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'commit_late', delayMs });

const waitForBooking = (offer: Offer) =>
  eventually(() =>
    harness.db.selectFrom('bookings').select('id').where('offer_id', '=', offer.id).executeTakeFirst(),
  );

const resume = (headers: Headers) => post('/api/bookings/resume', headers);

const hasCredentials = ({ body, cookies }: TestResponse<ResponseBody>) =>
  Boolean(body.accountInfo?.password) && Boolean(cookies.session);
const hasNoCredentials = ({ body, cookies }: TestResponse<ResponseBody>) =>
  body.accountInfo?.password === undefined && cookies.session === undefined;

it('[STATUS-02] returns account and session with the first confirmed response to the browser of a pending booking', async () => {
  const { request, browser } = await authoriseInBrowser();
  await delayOrder(1200);
  expect((await post('/api/bookings', browser, request)).status).toBe(202);
  const pending = await resume(browser);
  expect(pending).toMatchObject({ status: 202, body: { status: 'pending', accountInfo: null } });
  const confirmed = await eventually(async () => {
    const response = await resume(browser);
    return response.status === 200 ? response : undefined;
  });
  expect(confirmed.body).toMatchObject({ status: 'confirmed', accountCreated: true });
  expect(hasCredentials(confirmed)).toBe(true);
  const mine = await harness.send(service, 'GET', '/api/bookings', undefined, {
    cookie: `session=${confirmed.cookies.session}`,
  });
  expect(mine.body).toMatchObject([{ id: confirmed.body.id }]);

  const again = await resume(browser);
  expect(again).toMatchObject({ status: 200, body: { accountCreated: true } });
  expect(hasNoCredentials(again)).toBe(true);
  expect(hasNoCredentials(await post('/api/bookings', browser, request))).toBe(true);
});

it('[STATUS-02] returns the credentials once, also when the account was created in the background or the request is repeated', async () => {
  const { offer, request, browser } = await authoriseInBrowser();
  await delayOrder(600);
  await post('/api/bookings', browser, request);
  await eventually(async () => {
    const row = await harness.db
      .selectFrom('bookings')
      .select('guest_account')
      .where('offer_id', '=', offer.id)
      .executeTakeFirst();
    return row?.guest_account ?? undefined;
  });
  const responses = await Promise.all([
    ...Array.from({ length: 3 }, () => post('/api/bookings', browser, request)),
    ...Array.from({ length: 3 }, () => resume(browser)),
  ]);
  expect(responses.filter(hasCredentials)).toHaveLength(1);
  expect(responses.filter(hasNoCredentials)).toHaveLength(5);
});

it('[STATUS-02][ACCESS-06] returns only state and status link to another visitor with the key, also for a repeated request', async () => {
  const { offer, request, browser } = await authoriseInBrowser();
  const other = { ...browser, ...newVisitor() };
  const withoutCookie = { ...browser, ...noVisitor };
  await delayOrder(600);
  const { statusToken } = (await post('/api/bookings', browser, request)).body;
  await harness.waitUntilProcessed(offer);
  for (const headers of [other, withoutCookie])
    for (const response of [await resume(headers), await post('/api/bookings', headers, request)])
      expect(response.body).toEqual({ status: 'confirmed', statusToken });
  expect(hasCredentials(await resume(browser))).toBe(true);
});

it('[STATUS-02] does not replace the session of a browser that is signed in', async () => {
  const first = await authoriseInBrowser();
  const booked = await post('/api/bookings', first.browser, first.request);
  const second = await authoriseInBrowser();
  await delayOrder(600);
  await post('/api/bookings', second.browser, second.request);
  const signedIn = {
    ...second.browser,
    cookie: `${second.browser.cookie}; session=${booked.cookies.session}`,
  };
  const confirmed = await eventually(async () => {
    const response = await resume(signedIn);
    return response.status === 200 ? response : undefined;
  });
  expect(hasNoCredentials(confirmed)).toBe(true);
});

it('[STATUS-02][STATUS-01] returns 409 while the first request is in progress, with the token of the status page', async () => {
  const { offer, request, browser } = await authoriseInBrowser();
  await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'latency', latencyMs: 1000 });
  const first = post('/api/bookings', browser, request);
  await waitForBooking(offer);
  const running = await resume(browser);
  expect(running).toMatchObject({ status: 409, body: { error: 'IDEMPOTENCY_IN_PROGRESS' } });
  expect(running.headers.get('retry-after')).toBe('2');
  expect((await readStatus(String(running.body.details.status_token))).body.status).toBe('pending');
  expect((await first).status).toBe(201);
  expect((await resume(browser)).status).toBe(200);
});

it('[STATUS-02] returns account and session to the page that resumes after a reload, not to the first request', async () => {
  const { offer, request, browser } = await authoriseInBrowser();
  await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'latency', latencyMs: 1500 });
  const first = post('/api/bookings', browser, request);
  await waitForBooking(offer);
  expect((await resume(browser)).status).toBe(409);
  const unread = await first;
  expect([unread.status, hasNoCredentials(unread)]).toEqual([201, true]);
  const read = await resume(browser);
  expect([read.status, hasCredentials(read)]).toEqual([200, true]);
});

it('[LIMIT-01] refuses the 61st of many concurrent polls of one attempt in a minute', async () => {
  const browser = { ...idempotencyHeader(), ...newVisitor() };
  const responses = await Promise.all(Array.from({ length: 65 }, () => resume(browser)));
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.body.message).toMatch(/Your booking goes on meanwhile/);
  expect((await resume({ ...idempotencyHeader(), ...newVisitor() })).status).toBe(404);
});

it('[STATUS-02] returns the failure of a refused attempt and 404 for an unknown key', async () => {
  const { request, browser } = await authoriseInBrowser();
  await post('/api/bookings', browser, {
    ...request,
    passengers: [createPassenger({ firstName: '', email: '' })],
  });
  expect(await resume(browser)).toMatchObject({ status: 404, body: { error: 'BOOKING_NOT_FOUND' } });
  const errors = [{ type: 'airline_error', code: 'order_not_created', title: 'No', message: 'No' }];
  await harness.duffel.fault({
    ...{ method: 'POST', path: '/air/orders', kind: 'status', status: 502 },
    body: { meta: { status: 502, request_id: 'x' }, errors },
  });
  const refused = await post('/api/bookings', browser, request);
  expect(refused.status).toBe(422);
  const { request_id: _, ...reason } = refused.body;
  expect(await resume(browser)).toMatchObject({ status: 422, body: reason });
  expect((await resume({})).body.error).toBe('IDEMPOTENCY_KEY_REQUIRED');
});

const readStatus = (token: string, headers: Headers = newVisitor()) =>
  harness.send(service, 'POST', '/api/bookings/status', { token }, headers);

const failOrderCall = () =>
  harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'status', status: 500 });

it('[STATUS-01][STATUS-04] shows a pending booking and its end to everyone with the link, without personal data, credentials or a session', async () => {
  const { offer, request, browser } = await authoriseInBrowser();
  await delayOrder(1800);
  const pending = await post('/api/bookings', browser, request);
  const token = pending.body.statusToken;
  expect([pending.status, token]).toEqual([202, expect.stringMatching(/^[\w-]{43}$/)]);
  const first = await readStatus(token);
  expect(first).toMatchObject({ status: 200, body: { status: 'pending', booking: null } });
  expect(first.headers.get('cache-control')).toBe('no-store');

  const email = request.passengers[0]?.email ?? '';
  const readMails = async () =>
    (await harness.getEmails(email)).map(({ text }) => text.replaceAll(/=\r?\n/g, ''));
  const [mail] = await eventually(async () => {
    const mails = await readMails();
    return mails.length > 0 ? mails : undefined;
  });
  expect(mail).toContain(`/booking/status#${token}`);

  const ended = await eventually(async () => {
    const response = await readStatus(token);
    return response.body.status === 'confirmed' ? response : undefined;
  });
  const { slices, ...rest } = ended.body as Record<string, unknown>;
  expect(rest).toEqual({
    ...{ status: 'confirmed', reason: null, refund: null, booking: null, first_names: ['Ada'] },
    ...{ total_amount: offer.total_amount, total_currency: offer.total_currency },
    bookingReference: expect.stringMatching(/^[A-Z0-9]{6}$/) as string,
    created_at: expect.any(String) as string,
  });
  expect(slices).toHaveLength(offer.slices.length);
  expect(ended.cookies).toEqual({});
  expect(JSON.stringify(ended.body)).not.toMatch(/Byron|X1234567|1990-12-10|@|555/);
  const mails = await eventually(async () => {
    const all = await readMails();
    return all.length > 1 ? all : undefined;
  });
  expect(mails).toHaveLength(2);
  expect(mails.filter((text) => text.includes('Booking reference:'))).toHaveLength(1);
  expect(await harness.dumpTables()).not.toContain(token);
  expect(harness.allLogs()).not.toContain(token);
});

it('[STATUS-02] gives account and session to the browser of a booking on its status page, once', async () => {
  const { request, browser } = await authoriseInBrowser();
  await delayOrder(600);
  const { body } = await post('/api/bookings', browser, request);
  const read = (headers: Headers) => readStatus(body.statusToken, headers);
  const confirmed = await eventually(async () => {
    const response = await read(browser);
    return response.body.status === 'confirmed' ? response : undefined;
  });
  const own = (response: typeof confirmed) =>
    (response.body as unknown as { booking: ResponseBody | null }).booking;
  expect([own(confirmed)?.accountInfo?.password, confirmed.cookies.session]).toEqual([
    expect.any(String),
    expect.any(String),
  ]);
  const again = await read(browser);
  expect([own(again)?.accountCreated, own(again)?.accountInfo?.password, again.cookies.session]).toEqual([
    true,
    undefined,
    undefined,
  ]);
});

it('[STATUS-01] says on the status page that a booking failed, or that a person looks at it', async () => {
  const { offer, request, browser } = await authoriseInBrowser();
  await failOrderCall();
  const { body } = await post('/api/bookings', browser, request);
  const read = (headers?: Headers) => readStatus(body.statusToken, headers);
  await harness.waitUntilProcessed(offer);
  expect((await read(browser)).body).toMatchObject({
    ...{ status: 'failed', booking: null },
    reason: 'The airline did not confirm this booking. Nothing was charged.',
  });
  await harness.db.updateTable('bookings').set({ state: 'needs_review' }).where('id', '=', body.id).execute();
  expect((await read()).body).toMatchObject({ status: 'review', reason: null, booking: null });
});

it('[STATUS-03] mails a link for a password to the address of the booking, with the same answer for everyone', async () => {
  const { request, browser } = await authoriseInBrowser();
  const { body } = await post('/api/bookings', browser, request);
  const requestLink = (headers: Headers) =>
    post('/api/bookings/status/password-link', headers, { token: body.statusToken });
  const answers = [await requestLink(browser), await requestLink(newVisitor())];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body).toEqual(answers[1]?.body);
  const link = await eventually(async () => {
    const mails = await harness.getEmails(request.passengers[0]?.email ?? '');
    return mails.find(({ text }) => text.includes('/reset-password?token='));
  });
  expect(link).toBeDefined();
  await requestLink(newVisitor());
  expect((await requestLink(newVisitor())).status).toBe(429);
});

it('[STATUS-01] refuses an unknown token, and a link 30 days after the last arrival', async () => {
  const { request, browser } = await authoriseInBrowser();
  const { body } = await post('/api/bookings', browser, request);
  expect((await readStatus('x'.repeat(43))).body).toMatchObject({ error: 'LINK_INVALID' });
  await harness.db
    .updateTable('bookings')
    .set({ last_arrival_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('id', '=', body.id)
    .execute();
  expect((await readStatus(body.statusToken)).status).toBe(410);
});

it('[STATUS-05] refuses to book flights again for a passenger whose booking is open, with its status page, and voids the payment', async () => {
  const cached = await harness.getCachedOffer();
  const visitor = newVisitor();
  const passenger = createPassenger();
  const book = async (headers: Headers, passengers = [passenger]) => {
    const { offer } = await harness.refresh(cached);
    const paid = await post(
      '/api/payments/process-card',
      { ...idempotencyHeader(), ...headers },
      createPaymentRequest(offer),
    );
    const request = createBookingRequest(offer, { paymentId: paid.body.paymentId }, passengers);
    return { offer, booked: await post('/api/bookings', { ...idempotencyHeader(), ...headers }, request) };
  };
  await delayOrder(5000);
  const first = await book(visitor);
  expect(first.booked.status).toBe(202);
  await harness.duffel.clearFaults();

  // With other case and another email address.
  const again = await book(visitor, [createPassenger({ firstName: 'ADA' })]);
  expect(again.offer.id).not.toBe(first.offer.id);
  expect(again.booked).toMatchObject({
    ...{ status: 409 },
    body: { error: 'BOOKING_UNDER_WAY', details: { status_token: first.booked.body.statusToken } },
  });
  await harness.waitUntilProcessed(again.offer);
  expect(await harness.ledgerFor(again.offer)).toMatchObject({ allOrders: [], captured: [], uncaptured: [] });

  const others = [await book(visitor, [createPassenger({ firstName: 'Bo' })]), await book(newVisitor())];
  expect(others.map(({ booked }) => booked.status)).toEqual([201, 201]);
});

describe('a trip that is booked already', () => {
  const prepare = async () => {
    const cached = await harness.getCachedOffer();
    const passengers = [createPassenger(), createPassenger({ firstName: 'Bo', email: undefined })];
    const travellers = passengers.map(({ firstName, lastName }) => ({ firstName, lastName }));
    const trip = { travellers, contactEmail: passengers[0]?.email };
    const visitor = newVisitor();
    const pay = async (headers: Headers, changes: object = trip, program = service) => {
      const { offer } = await harness.refresh(cached);
      const body = { ...createPaymentRequest(offer), ...changes };
      const attempt = { ...idempotencyHeader(), ...headers };
      return {
        offer,
        paid: await harness.send(program, 'POST', '/api/payments/process-card', body, attempt),
      };
    };
    const first = await pay(visitor);
    const request = createBookingRequest(first.offer, first.paid.body, passengers.slice(0, 1));
    const book = () => post('/api/bookings', { ...idempotencyHeader(), ...visitor }, request);
    return { trip, visitor, pay, book };
  };

  it('[STATUS-05] is not paid again while its booking is under way', async () => {
    const { visitor, trip, pay, book } = await prepare();
    await delayOrder(3000);
    const { statusToken } = (await book()).body;
    const again = await pay(visitor, { ...trip, bookAgain: true });
    expect(again.paid).toMatchObject({
      ...{ status: 409 },
      body: { error: 'BOOKING_UNDER_WAY', details: { status_token: statusToken } },
    });
    expect((await harness.ledgerFor(again.offer)).intents).toEqual([]);
  });

  it('[STATUS-05] [ACCESS-06] is asked about before the card, with its reference for its owner only, and paid with consent', async () => {
    const { visitor, trip, pay, book } = await prepare();
    const { statusToken, bookingReference } = (await book()).body;
    const again = await pay(visitor);
    expect(again.paid).toMatchObject({
      ...{ status: 409 },
      body: {
        error: 'TRIP_BOOKED',
        details: { status_token: statusToken, booking_reference: bookingReference },
      },
    });
    expect((await harness.ledgerFor(again.offer)).intents).toEqual([]);

    const [ada] = trip.travellers;
    const contactEmail = trip.contactEmail?.toUpperCase();
    const elsewhere = await pay(newVisitor(), { contactEmail, travellers: [ada] });
    expect(elsewhere.paid.body.error).toBe('TRIP_BOOKED');
    expect(elsewhere.paid.body.details).toBeUndefined();
    expect((await harness.ledgerFor(elsewhere.offer)).intents).toEqual([]);

    const allowed = [
      await pay(visitor, { ...trip, bookAgain: true }),
      await pay(visitor, { ...trip, travellers: [{ firstName: 'Cy', lastName: 'Byron' }] }),
      // Nobody else learns that a person flies.
      await pay(newVisitor(), { ...trip, travellers: trip.travellers }),
      await pay(newVisitor(), { travellers: [ada], contactEmail: 'other@example.com' }),
      await pay(newVisitor(), { travellers: [ada] }),
    ];
    expect(allowed.map(({ paid }) => paid.status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('[STATUS-05] [PROVIDER-31] is asked about without counting as a try of a card, unless somebody else asks', async () => {
    const { visitor, trip, pay, book } = await prepare();
    await book();
    const limited = await harness.startPayments({ CARD_TRIES_PER_MINUTE: '1' });
    const owner = { ...visitor, 'x-forwarded-for': '203.0.113.61' };
    const stranger = { ...newVisitor(), 'x-forwarded-for': '203.0.113.62' };
    const [ada] = trip.travellers;
    const statuses = async (headers: Headers, changes: object[]) => {
      const answers = [];
      for (const change of changes) answers.push((await pay(headers, change, limited)).paid.status);
      return answers;
    };
    const again = { ...trip, bookAgain: true };
    expect(await statuses(owner, [trip, trip, again, again])).toEqual([409, 409, 200, 429]);
    const guess = { contactEmail: trip.contactEmail, travellers: [ada] };
    expect(await statuses(stranger, [guess, guess])).toEqual([409, 429]);
  });
});
