import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createClient, readQueryKey, ResponseError, buildUrl } from './client.ts';
import { currentUser, login } from '../accounts/endpoints.ts';
import { getOffer, verifyOffer } from '../offers/endpoints.ts';

let server: Server;
let base: string;
let requests: { method?: string; url?: string; accept?: string; type?: string; body: string }[] = [];
let answer: { status: number; body: string; headers?: Record<string, string> };

const readBody = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const { method, url, headers } = request;
    void readBody(request).then((body) => {
      requests.push({ method, url, accept: headers.accept, type: headers['content-type'], body });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  requests = [];
  answer = { status: 200, body: '{}' };
});

const failure = async (promise: Promise<unknown>): Promise<ResponseError> => {
  const error = await promise.catch((reason: unknown) => reason);
  if (error instanceof ResponseError) return error;
  throw new Error('no ResponseError was raised');
};

it('[REQUEST-07] throws status, colon and body text', async () => {
  answer = { status: 410, body: '{"error":"OFFER_EXPIRED","message":"gone"}' };
  const error = await failure(createClient(base)(getOffer, { params: { id: 'x' } }));
  expect(error.message).toBe('410: {"error":"OFFER_EXPIRED","message":"gone"}');
  expect([error.status, error.code]).toEqual([410, 'OFFER_EXPIRED']);
});

it('[REQUEST-07] throws the status text when the body is empty', async () => {
  answer = { status: 503, body: '', headers: { 'retry-after': '7' } };
  const error = await failure(createClient(base)(getOffer, { params: { id: 'x' } }));
  expect(error.message).toBe('503: Service Unavailable');
  expect([error.code, error.retryAfterSeconds]).toEqual([undefined, 7]);
});

it.each([
  ['without a Retry-After', undefined, undefined],
  ['with an empty Retry-After', '', undefined],
  ['with a date in Retry-After', 'Sun, 22 Nov 2026 10:00:00 GMT', undefined],
  ['with seconds in Retry-After', '0', 0],
])('an error %s has the seconds that it names', (_, retryAfter, seconds) =>
  expect(new ResponseError(503, '', retryAfter).retryAfterSeconds).toBe(seconds),
);

it.each([
  '{"error":"OFFER_EXPIRED"}',
  '{"message":"gone"}',
  '{"error":1,"message":"gone"}',
  'null',
  '<html>',
])('an error has no code for the body %s, which is not the one of the contracts', (body) => {
  const error = new ResponseError(410, body);
  expect([error.body, error.code]).toEqual([undefined, undefined]);
});

it('an error of another copy of the class counts as one, anything else does not', () => {
  const error = Object.assign(new Error('410: gone'), { name: 'ResponseError' });
  expect(error instanceof ResponseError).toBe(true);
  for (const value of [new Error('410: gone'), { name: 'ResponseError' }, null])
    expect(value instanceof ResponseError).toBe(false);
});

it('[REQUEST-02] asks for JSON, and an aborted call throws', async () => {
  await createClient(base)(getOffer, { params: { id: 'x' } });
  expect(requests[0]?.accept).toBe('application/json');
  const aborted = createClient(base)(getOffer, { params: { id: 'x' }, signal: AbortSignal.abort() });
  await expect(aborted).rejects.toThrow(/abort/i);
  expect(requests).toHaveLength(1);
});

it('[REQUEST-08] throws on a 401 and returns null only when on401 is null', async () => {
  answer = { status: 401, body: '{"error":"NOT_AUTHENTICATED","message":"Not authenticated"}' };
  const call = createClient(base);
  expect((await failure(call(currentUser))).status).toBe(401);
  expect(await call(currentUser, { on401: 'null' })).toBeNull();
});

it('[REQUEST-02] sends a GET without a body, and a body as JSON with its content type', async () => {
  const call = createClient(base);
  await call(getOffer, { params: { id: 'a/b' } });
  await call(login, { body: { username: 'u', password: 'p' } });
  expect(requests).toEqual([
    { method: 'GET', url: '/api/flights/offer/a%2Fb', accept: 'application/json', type: undefined, body: '' },
    {
      method: 'POST',
      url: '/api/auth/login',
      accept: 'application/json',
      type: 'application/json',
      body: '{"username":"u","password":"p"}',
    },
  ]);
});

it('[REQUEST-01] sends every request with credentials', async () => {
  const seen: (RequestCredentials | undefined)[] = [];
  const call = createClient(base, {
    fetch: (url, options) => {
      seen.push(options?.credentials);
      return fetch(url, options);
    },
  });
  await call(getOffer, { params: { id: 'x' } });
  await call(login, { body: { username: 'u', password: 'p' } });
  expect(seen).toEqual(['include', 'include']);
});

it('[API-38] returns the 410 of an expired offer as a response', async () => {
  answer = { status: 410, body: '{"valid":false,"error":"OFFER_EXPIRED"}' };
  expect(await createClient(base)(verifyOffer, { params: { id: 'x' } })).toEqual({
    valid: false,
    error: 'OFFER_EXPIRED',
  });
});

it('[REQUEST-03] reads the path that is the first element of the query key', async () => {
  const original = globalThis.fetch;
  globalThis.fetch = (url, options) => original(`${base}${String(url)}`, options);
  try {
    answer = { status: 200, body: '{"mode":"test"}' };
    expect(await readQueryKey({ queryKey: ['/api/system/mode', 'anything'] })).toEqual({ mode: 'test' });
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/system/mode' });
  } finally {
    globalThis.fetch = original;
  }
});

it('omits empty query fields from the URL', () => {
  expect(buildUrl('/api/x', {}, { a: 'ü b', b: '', c: undefined, d: null, e: 0 })).toBe(
    '/api/x?a=%C3%BC+b&e=0',
  );
});
