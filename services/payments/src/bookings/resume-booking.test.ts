import type { BookingRequest, Offer } from '@fareline/contracts';
import { eventually, type Program } from '@fareline/service-kit/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  createBookingRequest,
  idempotencyHeader,
  createPaymentRequest,
  createTraveller,
} from '../testing/requests.ts';
import type { ResponseBody, TestResponse } from '../testing/send-request.ts';
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

/** An offer that is paid for in a browser of its own, and what that browser sends. */
async function paidInBrowser(): Promise<{ offer: Offer; request: BookingRequest; browser: Headers }> {
  const offer = await harness.getFreshOffer();
  const paid = await post('/api/payments/process-card', idempotencyHeader(), createPaymentRequest(offer));
  const browser = { ...idempotencyHeader(), cookie: `visitor=${paid.cookies.visitor}` };
  return { offer, request: createBookingRequest(offer, { paymentId: paid.body.paymentId }), browser };
}

/** The order's answer is lost: told as pending, found later. */
const loseOrderAnswer = (delayMs: number) =>
  harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'commit_late', delayMs });

const resume = (headers: Headers) => post('/api/bookings/resume', headers);

const isTold = ({ body, cookies }: TestResponse<ResponseBody>) =>
  Boolean(body.accountInfo?.password) && Boolean(cookies.session);
const isToldNothing = ({ body, cookies }: TestResponse<ResponseBody>) =>
  body.accountInfo?.password === undefined && cookies.session === undefined;

it('[STATUS-02] gives account and session with the first confirmed answer to the browser that was told pending', async () => {
  const { request, browser } = await paidInBrowser();
  await loseOrderAnswer(1200);
  expect((await post('/api/bookings', browser, request)).status).toBe(202);
  const pending = await resume(browser);
  expect(pending).toMatchObject({ status: 202, body: { status: 'pending', accountInfo: null } });
  const confirmed = await eventually(async () => {
    const answer = await resume(browser);
    return answer.status === 200 ? answer : undefined;
  });
  expect(confirmed.body).toMatchObject({ status: 'confirmed', accountCreated: true });
  expect(isTold(confirmed)).toBe(true);
  const mine = await harness.send(service, 'GET', '/api/bookings', undefined, {
    cookie: `session=${confirmed.cookies.session}`,
  });
  expect(mine.body).toMatchObject([{ id: confirmed.body.id }]);

  const again = await resume(browser);
  expect(again).toMatchObject({ status: 200, body: { accountCreated: true } });
  expect(isToldNothing(again)).toBe(true);
  expect(isToldNothing(await post('/api/bookings', browser, request))).toBe(true);
});

it('[STATUS-02] gives them also when the account was made in the background, by the repeat of the call too, and once', async () => {
  const { offer, request, browser } = await paidInBrowser();
  await loseOrderAnswer(600);
  await post('/api/bookings', browser, request);
  await eventually(async () => {
    const row = await harness.db
      .selectFrom('bookings')
      .select('guest_account')
      .where('offer_id', '=', offer.id)
      .executeTakeFirst();
    return row?.guest_account ?? undefined;
  });
  const answers = await Promise.all([
    ...Array.from({ length: 3 }, () => post('/api/bookings', browser, request)),
    ...Array.from({ length: 3 }, () => resume(browser)),
  ]);
  expect(answers.filter(isTold)).toHaveLength(1);
  expect(answers.filter(isToldNothing)).toHaveLength(5);
});

it('[STATUS-02][ACCESS-06] shows another visitor with the key no booking, and a repeat of the whole call no credentials', async () => {
  const { offer, request, browser } = await paidInBrowser();
  const other = { ...browser, cookie: 'visitor=another-browser-entirely' };
  const { cookie: _, ...withoutCookie } = browser;
  await loseOrderAnswer(600);
  await post('/api/bookings', browser, request);
  await harness.waitUntilSettled(offer);
  for (const headers of [other, withoutCookie]) {
    expect(await resume(headers)).toMatchObject({ status: 404, body: { error: 'BOOKING_NOT_FOUND' } });
    expect(isToldNothing(await post('/api/bookings', headers, request))).toBe(true);
  }
  expect(isTold(await resume(browser))).toBe(true);
});

it('[STATUS-02] signs no browser in over the account that it is signed in with', async () => {
  const first = await paidInBrowser();
  const booked = await post('/api/bookings', first.browser, first.request);
  const second = await paidInBrowser();
  await loseOrderAnswer(600);
  await post('/api/bookings', second.browser, second.request);
  const signedIn = {
    ...second.browser,
    cookie: `${second.browser.cookie}; session=${booked.cookies.session}`,
  };
  const confirmed = await eventually(async () => {
    const answer = await resume(signedIn);
    return answer.status === 200 ? answer : undefined;
  });
  expect(isToldNothing(confirmed)).toBe(true);
});

it('[STATUS-02] says that the attempt is still running while its first call is', async () => {
  const { request, browser } = await paidInBrowser();
  await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'latency', latencyMs: 1000 });
  const first = post('/api/bookings', browser, request);
  const running = await eventually(async () => {
    const answer = await resume(browser);
    return answer.status === 404 ? undefined : answer;
  });
  expect(running).toMatchObject({ status: 409, body: { error: 'IDEMPOTENCY_IN_PROGRESS' } });
  expect(running.headers.get('retry-after')).toBe('2');
  expect((await first).status).toBe(201);
  expect((await resume(browser)).status).toBe(200);
});

it('[STATUS-02] leaves account and session to the page that asks after a reload while the first call runs', async () => {
  const { offer, request, browser } = await paidInBrowser();
  await harness.duffel.fault({ method: 'POST', path: '/air/orders', kind: 'latency', latencyMs: 1500 });
  const first = post('/api/bookings', browser, request);
  await eventually(async () =>
    harness.db.selectFrom('bookings').select('id').where('offer_id', '=', offer.id).executeTakeFirst(),
  );
  expect((await resume(browser)).status).toBe(409);
  const unread = await first;
  expect([unread.status, isToldNothing(unread)]).toEqual([201, true]);
  const read = await resume(browser);
  expect([read.status, isTold(read)]).toEqual([200, true]);
});

it('[STATUS-02] answers an attempt that came to nothing with its reason, and an unknown key as unknown', async () => {
  const { request, browser } = await paidInBrowser();
  await post('/api/bookings', browser, {
    ...request,
    passengers: [createTraveller({ firstName: '', email: '' })],
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
