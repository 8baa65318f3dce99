import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkSession, currentUser, login } from '@fareline/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createServiceClient } from './service-client.ts';

/** The service, whose first connections are lost in the middle of a response. */
let server: Server;
let lost: number;
let methods: string[];
const listen = async (port = 0) => {
  server = createServer((request, response) => {
    methods.push(request.method!);
    if (methods.length > lost) return void response.end('{}');
    response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy());
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
};
beforeEach(() => {
  lost = 0;
  methods = [];
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
const createCall = (port: number) => createServiceClient({ baseUrl: `http://127.0.0.1:${port}` });
const credentials = { body: { username: 'u', password: 'p' } };

it('sends a read again whose connection was lost', async () => {
  lost = 3;
  expect(await createCall(await listen())(currentUser)).toEqual({});
  expect(methods).toEqual(['GET', 'GET', 'GET', 'GET']);
});

it('sends a POST again that changes nothing', async () => {
  lost = 1;
  const call = createCall(await listen());
  expect(await call(checkSession, { body: { session_id: 's', user_id: 'u', audience: 'fareline' } })).toEqual(
    {},
  );
  expect(methods).toEqual(['POST', 'POST']);
});

it('gives up when each connection of a read is lost', async () => {
  lost = 9;
  await expect(createCall(await listen())(currentUser)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  expect(methods).toHaveLength(4);
});

it('[MONEY-27] never sends a write again whose connection was lost', async () => {
  lost = 1;
  const written = createCall(await listen())(login, credentials);
  await expect(written).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(methods).toEqual(['POST']);
});

it('sends a write again that found nobody to connect to', async () => {
  const port = await listen();
  server.close();
  await once(server, 'close');
  const written = createCall(port)(login, credentials);
  await listen(port);
  expect(await written).toEqual({});
  expect(methods).toEqual(['POST']);
});

it('waits no longer than its time', async () => {
  server = createServer((request) => void methods.push(request.method!));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(createCall(port)(currentUser, { timeoutMs: 50 })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    cause: { name: 'TimeoutError' },
  });
});
