import { describe, expect, it } from 'vitest';
import {
  buildInstantOrder,
  describeError,
  fetchCheapestOffer,
  startSandbox,
  startSharedSandbox,
} from '../testing/harness.ts';

const sandbox = await startSharedSandbox({ rateLimit: 40 });

interface Envelope {
  meta: { status: number; request_id: string };
  errors: { type: string; code: string; title: string; message: string; documentation_url: string }[];
}
const call = async (headers: Record<string, string>, init: RequestInit = {}) => {
  const response = await fetch(`${sandbox.baseUrl}/air/orders`, { ...init, headers });
  return { response, body: (await response.json()) as Envelope };
};
const VALID_HEADERS = { authorization: 'Bearer duffel_test_x', 'duffel-version': 'v2' };

describe('checks of every call', () => {
  it.each([
    ['no token', { 'duffel-version': 'v2' }, 401, 'missing_authorization_header'],
    [
      'another authorization scheme',
      { ...VALID_HEADERS, authorization: 'Basic abc' },
      401,
      'invalid_authorization_header',
    ],
    [
      'an unknown token',
      { ...VALID_HEADERS, authorization: 'Bearer sk_test_1' },
      401,
      'access_token_not_found',
    ],
    ['no version', { authorization: VALID_HEADERS.authorization }, 400, 'missing_version_header'],
    ['an old version', { ...VALID_HEADERS, 'duffel-version': 'v1' }, 400, 'unsupported_version'],
    ['an unknown version', { ...VALID_HEADERS, 'duffel-version': 'v9' }, 400, 'invalid_version_header'],
  ])('reject a call with %s', async (_name, headers, status, code) => {
    const { response, body } = await call(headers);
    expect(response.status).toBe(status);
    const text = expect.stringMatching(/./) as string;
    const documentation_url = 'https://duffel.com/docs/api/overview/response-handling';
    expect(body).toEqual({
      meta: { status, request_id: response.headers.get('x-request-id') },
      errors: [expect.objectContaining({ type: text, code, title: text, message: text, documentation_url })],
    });
  });

  it('reject a body without data, with malformed JSON or with another content type', async () => {
    const json = { ...VALID_HEADERS, 'content-type': 'application/json' };
    const code = async (body: string, headers: Record<string, string> = json) =>
      (await call(headers, { method: 'POST', body })).body.errors[0]?.code;
    expect(await code('{}')).toBe('missing_data_param');
    expect(await code('{"data": []}')).toBe('invalid_data_param');
    expect(await code('{"data": ')).toBe('malformed_data_param');
    expect(await code('x', { ...VALID_HEADERS, 'content-type': 'text/xml' })).toBe(
      'invalid_content_type_header',
    );
  });

  it('accept a live token, for which the offers and orders of test mode cannot be booked, read or cancelled', async () => {
    const isolatedSandbox = await startSandbox();
    const { duffel, liveDuffel } = isolatedSandbox;
    const testOffer = await fetchCheapestOffer(isolatedSandbox);
    expect(await describeError(liveDuffel.offers.get(testOffer.id))).toBe(
      '404 invalid_request_error/not_found',
    );
    expect(await describeError(liveDuffel.seatMaps.get({ offer_id: testOffer.id }))).toBe(
      '404 invalid_request_error/not_found',
    );
    expect(await describeError(liveDuffel.orders.create(buildInstantOrder(testOffer)))).toBe(
      '422 validation_error/linked_record_not_found',
    );
    const { data: testOrder } = await duffel.orders.create(buildInstantOrder(testOffer));
    const { data: quote } = await duffel.orderCancellations.create({ order_id: testOrder.id });
    const { data: liveOrder } = await liveDuffel.orders.create(
      buildInstantOrder(await fetchCheapestOffer({ duffel: liveDuffel })),
    );
    expect([testOrder.live_mode, liveOrder.live_mode]).toEqual([false, true]);
    for (const [client, own, other] of [
      [duffel, testOrder, liveOrder],
      [liveDuffel, liveOrder, testOrder],
    ] as const) {
      expect((await client.orders.list()).data.map(({ id }) => id)).toEqual([own.id]);
      expect(await describeError(client.orders.get(other.id))).toBe('404 invalid_request_error/not_found');
      expect(await describeError(client.orderCancellations.create({ order_id: other.id }))).toBe(
        '422 validation_error/linked_record_not_found',
      );
    }
    for (const read of [liveDuffel.orderCancellations.get, liveDuffel.orderCancellations.confirm])
      expect(await describeError(read(quote.id))).toBe('404 invalid_request_error/not_found');
  });

  it('send rate-limit headers and return 429 above the limit', async () => {
    const isolatedSandbox = await startSandbox({ rateLimit: 3 });
    const get = async () => fetch(`${isolatedSandbox.baseUrl}/air/orders/`, { headers: VALID_HEADERS });
    const first = await get();
    expect(first.headers.get('ratelimit-limit')).toBe('3');
    expect(first.headers.get('ratelimit-remaining')).toBe('2');
    expect(new Date(first.headers.get('ratelimit-reset') ?? '').getTime()).toBeGreaterThan(Date.now() - 1000);
    await get();
    await get();
    expect(await describeError(isolatedSandbox.duffel.orders.list())).toBe(
      '429 rate_limit_error/rate_limit_exceeded',
    );
  });

  it('return 404 for unknown paths', async () => {
    const response = await fetch(`${sandbox.baseUrl}/air/unknown`, { headers: VALID_HEADERS });
    expect(response.status).toBe(404);
    const body = (await response.json()) as Envelope;
    expect(body.errors[0]?.code).toBe('not_found');
    expect(body.meta.request_id).toBe(response.headers.get('x-request-id'));
  });

  it.each([
    ['an error of the airline', { status: 502 }, 'Unexpected Airline Error', 'duffel_airways'],
    ['an error of the provider', { status: 500 }, 'Internal server error', undefined],
  ])('describe %s in the words of the provider, also after a fault', async (_name, fault, title, source) => {
    await sandbox.addFault({ kind: 'status', path: '/air/orders', ...fault });
    const { response, body } = await call(VALID_HEADERS);
    const [error] = body.errors;
    expect(error).toMatchObject({ title, ...(source && { source }) });
    expect(body.meta.request_id).toBe(response.headers.get('x-request-id'));
  });
});
