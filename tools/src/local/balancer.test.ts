import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startBalancer } from './balancer.ts';
import { findFreePort } from './ports.ts';

interface Replica {
  server: Server;
  port: number;
  /** Answers nothing, as a process that was stopped. */
  isStopped: boolean;
  /** Answers visitors when this resolves. */
  held?: Promise<void>;
}

let replicas: Replica[];
let url: string;
let balancer: Awaited<ReturnType<typeof startBalancer>>;

async function startReplica(name: string): Promise<Replica> {
  const replica: Replica = { isStopped: false, port: 0, server: createServer() };
  replica.server.on('request', ({ url: path }, response) => {
    if (replica.isStopped) return;
    const held = path === '/' ? replica.held : undefined;
    void Promise.resolve(held).then(() => response.end(name));
  });
  await once(replica.server.listen(0, '127.0.0.1'), 'listening');
  replica.port = (replica.server.address() as AddressInfo).port;
  return replica;
}

beforeEach(async () => {
  replicas = [await startReplica('a'), await startReplica('b')];
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  balancer = await startBalancer(
    port,
    replicas.map((replica) => replica.port),
  );
});
afterEach(() => {
  balancer.close();
  for (const { server } of replicas) {
    server.closeAllConnections();
    server.close();
  }
});
/** Over a connection of its own. */
const request = async () => (await fetch(url, { headers: { connection: 'close' } })).text();

it('leads connections to the replicas in turn', async () => {
  const names = [await request(), await request(), await request(), await request()];
  expect(names.toSorted()).toEqual(['a', 'a', 'b', 'b']);
});

it('leads a connection to another replica when one accepts none', async () => {
  replicas[0]!.server.closeAllConnections();
  replicas[0]!.server.close();
  expect([await request(), await request(), await request()]).toEqual(['b', 'b', 'b']);
});

it('closes the connections to a replica that has stopped, and leads none to it until it answers', async () => {
  replicas[0]!.isStopped = true;
  const results = await Promise.allSettled([request(), request()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect([await request(), await request()]).toEqual(['b', 'b']);
  replicas[0]!.isStopped = false;
  await vi.waitFor(async () => expect(await request()).toBe('a'), { timeout: 10_000 });
});

it('leaves the connections to a replica that is shutting down, which completes their requests', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const replica of replicas) replica.held = promise;
  const arrived = replicas.map(({ server }) => once(server, 'request'));
  const answers = Promise.all([request(), request()]);
  await Promise.all(arrived);
  for (const { server } of replicas) server.close();
  // Two checks of the balancer, which are refused.
  await sleep(1_200);
  resolve();
  expect((await answers).toSorted()).toEqual(['a', 'b']);
});
