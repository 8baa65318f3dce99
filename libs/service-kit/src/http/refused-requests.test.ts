import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { errorBodySchema } from '@fareline/contracts/schemas';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commonConfigShape, parseConfig } from '../config.ts';
import { buildServer } from './server.ts';

const config = parseConfig(commonConfigShape, {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SITE_ORIGIN: 'http://localhost:3000',
  TRUSTED_PROXIES: 'none',
});
let app: FastifyInstance;

beforeAll(async () => {
  const headers = { 'referrer-policy': 'no-referrer' };
  app = await buildServer({ name: 'sample', config, isBrandHost: async () => false, headers });
  const options = { config: { access: 'public' } } as const;
  app.all('/api/echo/:name', options, async ({ body }) => ({ body }));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** Sends these bytes on a connection of their own, and parses the response. */
async function sendRaw(request: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(request);
  const received = await text(socket);
  const [head = '', body = ''] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ', 2)));
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}

const close = 'connection: close\r\n\r\n';
const host = 'host: localhost\r\n';

it.each([
  ['a request line that cannot be read', 400, 'VALIDATION_ERROR', `nonsense\r\n\r\n`],
  ['an unknown protocol version', 400, 'VALIDATION_ERROR', `GET /api/echo/a HTTP/9.9\r\n${host}${close}`],
  ['an unknown method', 400, 'VALIDATION_ERROR', `FETCH /api/echo/a HTTP/1.1\r\n${host}${close}`],
  [
    'a content length that is no number',
    400,
    'VALIDATION_ERROR',
    `POST /api/echo/a HTTP/1.1\r\n${host}content-length: x\r\n${close}`,
  ],
  [
    'two different content lengths',
    400,
    'VALIDATION_ERROR',
    `POST /api/echo/a HTTP/1.1\r\n${host}content-length: 1\r\ncontent-length: 2\r\n${close}a`,
  ],
  [
    'a content length beside chunks',
    400,
    'VALIDATION_ERROR',
    `POST /api/echo/a HTTP/1.1\r\n${host}content-length: 1\r\ntransfer-encoding: chunked\r\n${close}`,
  ],
  [
    'a header name that is no token',
    400,
    'VALIDATION_ERROR',
    `GET /api/echo/a HTTP/1.1\r\n${host}a b: c\r\n${close}`,
  ],
  [
    'a header that is too long',
    431,
    'HEADERS_TOO_LARGE',
    `GET /api/echo/a HTTP/1.1\r\n${host}a: ${'a'.repeat(20_000)}\r\n${close}`,
  ],
  [
    'too many headers',
    431,
    'HEADERS_TOO_LARGE',
    `GET /api/echo/a HTTP/1.1\r\n${host}${'a: b\r\n'.repeat(200)}${close}`,
  ],
  [
    'more headers than Node keeps',
    431,
    'HEADERS_TOO_LARGE',
    `GET /api/echo/a HTTP/1.1\r\n${host}${'a:\r\n'.repeat(2500)}${close}`,
  ],
  ['no Host header', 400, 'VALIDATION_ERROR', `GET /api/echo/a HTTP/1.1\r\n${close}`],
  [
    'two Host headers',
    400,
    'VALIDATION_ERROR',
    `GET /api/echo/a HTTP/1.1\r\n${host}host: evil.example\r\n${close}`,
  ],
  ['a URL that cannot be decoded', 404, 'NOT_FOUND', `GET /api/echo/%zz HTTP/1.1\r\n${host}${close}`],
  [
    'a parameter that is too long',
    404,
    'NOT_FOUND',
    `GET /api/echo/${'a'.repeat(200)} HTTP/1.1\r\n${host}${close}`,
  ],
  ['a URL of another server', 404, 'NOT_FOUND', `GET http://evil.example/x HTTP/1.1\r\n${host}${close}`],
  ['the URL of all resources', 404, 'NOT_FOUND', `OPTIONS * HTTP/1.1\r\n${host}${close}`],
  [
    'a body that is too large',
    413,
    'PAYLOAD_TOO_LARGE',
    `POST /api/echo/a HTTP/1.1\r\n${host}content-type: application/json\r\ncontent-length: 300000\r\n${close}`,
  ],
  [
    'a body of an unknown type',
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    `POST /api/echo/a HTTP/1.1\r\n${host}content-type: application/xml\r\ncontent-length: 4\r\n${close}<a/>`,
  ],
  [
    'a content type that cannot be read',
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    `POST /api/echo/a HTTP/1.1\r\n${host}content-type: /;;\r\ncontent-length: 1\r\n${close}a`,
  ],
])(
  'refuses %s with %s %s, the body of every error and the headers of every response',
  async (_what, status, code, request) => {
    const response = await sendRaw(request);
    expect(response.status).toBe(status);
    expect(errorBodySchema.strict().parse(JSON.parse(response.body))).toMatchObject({ error: code });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.stringMatching(/^[\w-]{8,64}$/),
    });
  },
);

it('refuses a request that arrives too slowly with 408', async () => {
  const closed = once(app.server, 'connection').then(([socket]) => {
    const error = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    app.server.emit('clientError', error, socket);
  });
  const [response] = await Promise.all([sendRaw('GET /api/echo/a'), closed]);
  expect(response.status).toBe(408);
  expect(JSON.parse(response.body)).toMatchObject({ error: 'REQUEST_TIMEOUT' });
});

it('accepts a request of HTTP/1.0 without a Host header', async () => {
  expect((await sendRaw('GET /api/echo/a HTTP/1.0\r\n\r\n')).status).toBe(200);
});

it('ignores an expectation that it does not know', async () => {
  const { status, body } = await sendRaw(`GET /api/echo/a HTTP/1.1\r\n${host}expect: miracles\r\n${close}`);
  expect([status, JSON.parse(body)]).toEqual([200, {}]);
});
