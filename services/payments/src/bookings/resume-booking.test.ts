import type { BookingRequest, Offer } from '@fareline/contracts';
import { eventually, type Program } from '@fareline/service-kit/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  createBookingRequest,
  idempotencyHeader,
  createPaymentRequest,
  createPassenger,
} from '../testing/requests.ts';
import { newVisitor, noVisitor, type ResponseBody, type TestResponse } from '../testing/send-request.ts';
import { startHarness, type Harness } from '../testing/harness.ts';

let harness: Harness;
let service: Program;

beforeAll(async () => {
  harness = await startHarness();
  service = await harness.startPayments();
}, 90_000);
afterAll(() => harness.stop());
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

it('[STATUS-02][ACCESS-06] returns no booking to another visitor with the key, nor for a repeated request', async () => {
  const { offer, request, browser } = await authoriseInBrowser();
  const other = { ...browser, ...newVisitor() };
  const withoutCookie = { ...browser, ...noVisitor };
  await delayOrder(600);
  await post('/api/bookings', browser, request);
  await harness.waitUntilProcessed(offer);
  for (const headers of [other, withoutCookie]) {
    expect(await resume(headers)).toMatchObject({ status: 404, body: { error: 'BOOKING_NOT_FOUND' } });
    expect((await post('/api/bookings', headers, request)).body.error).toBe('PAYMENT_NOT_FOUND');
  }
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

it('[STATUS-02] returns 409 while the first request is in progress', async () => {
  const { offer, request, browser } = await authoriseInBrowser();
  await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'latency', latencyMs: 1000 });
  const first = post('/api/bookings', browser, request);
  await waitForBooking(offer);
  const running = await resume(browser);
  expect(running).toMatchObject({ status: 409, body: { error: 'IDEMPOTENCY_IN_PROGRESS' } });
  expect(running.headers.get('retry-after')).toBe('2');
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
