import { once } from 'node:events';
import { createServer, get, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { observeProviders } from './provider-metrics.ts';

let app: FastifyInstance;
let provider: Server;
let url: string;
beforeEach(async () => {
  provider = createServer(({ url: path }, response) => {
    if (path!.startsWith('/lost')) return void response.destroy();
    response.writeHead(path!.startsWith('/v1/payment_intents') ? 402 : 200).end();
  });
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  app = Fastify();
  app.decorate('metrics', new Registry());
  observeProviders(app, { duffel: url });
});
afterEach(async () => {
  await app.close();
  provider.close();
});

const listCounts = async () =>
  (await app.metrics.metrics())
    .split('\n')
    .filter((line) => line.startsWith('provider_request_duration_seconds_count'))
    .map((line) => line.slice(line.indexOf('{')));
const send = async (path: string, method = 'GET') => {
  const sent = request(`${url}${path}`, { method });
  sent.on('response', (response) => response.resume());
  sent.on('error', () => undefined).end();
  await new Promise((done) => sent.once('close', done));
};

it('measures requests by operation, in which ids are no part, and by status', async () => {
  await send('/air/orders/ord_0000AbC?x=1');
  await send('/air/orders/ord_0000AbD/');
  await send('/v1/payment_intents/pi_3XyZ/cancel', 'POST');
  expect(await listCounts()).toEqual([
    '{provider="duffel",operation="GET /air/orders/:id",status="200"} 2',
    '{provider="duffel",operation="POST /v1/payment_intents/:id/cancel",status="402"} 1',
  ]);
});

it('measures a request without a response', async () => {
  await send('/lost');
  expect(await listCounts()).toEqual(['{provider="duffel",operation="GET /lost",status="none"} 1']);
});

it('measures no request to another host, and none after the app is closed', async () => {
  await app.close();
  await send('/air/orders');
  const other = createServer((_request, response) => response.end());
  await once(other.listen(0, '127.0.0.1'), 'listening');
  await new Promise((done) => get({ port: (other.address() as AddressInfo).port }, done));
  other.close();
  await vi.waitFor(async () => expect(await listCounts()).toEqual([]));
});
