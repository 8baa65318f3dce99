import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@fareline/service-kit/testing';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { findFreePort } from '../local/ports.ts';
import { findRedisServer } from '../local/redis-server.ts';
import type { Supervisor } from '../local/supervisor.ts';
import { withProduct, type Started } from '../endpoints/testing/with-product.ts';
import { book, waitUntilSettled } from './testing/book.ts';

const password = 'of-the-cluster';
const masters = 3;
const slots = 16_384;

interface Node {
  name: string;
  port: number;
  busPort: number;
  redis: Redis;
}

it('books on a Redis Cluster of six nodes, and again from the moment on at which a master is killed', async () => {
  expect(await withProduct(check)).toEqual([]);
}, 300_000);

async function check({ product, dataDir }: Started): Promise<string[]> {
  const { supervisor, databaseUrl } = product;
  const nodes: Node[] = [];
  try {
    for (let index = 0; index < 2 * masters; index += 1)
      nodes.push(await startNode(supervisor, `cluster-${index}`, dataDir));
    await formCluster(nodes);
    const toUrl = (node: Node | undefined) => `redis+cluster://:${password}@127.0.0.1:${node?.port}`;
    // One cluster for both, by two of its nodes, because the services compare the nodes.
    const env = { REDIS_URL: toUrl(nodes[0]), JOBS_REDIS_URL: toUrl(nodes[1]) };
    for (const name of ['accounts', 'flights', 'payments']) await supervisor.restart(name, env);

    await book(product, 1, { attempt: 'extras' });
    await book(product, 2, { attempt: 'book and cancel' });
    const [killed, ...others] = nodes;
    await supervisor.stop(killed?.name ?? '');
    await book(product, 3, { attempt: 'extras' });
    await waitUntilComplete(others);
    await book(product, 4, { attempt: 'book and cancel' });
    await waitUntilSettled(databaseUrl);
    return (await Promise.all(others.map(findRefusals))).flat();
  } finally {
    for (const { redis } of nodes) redis.disconnect();
  }
}

async function startNode(supervisor: Supervisor, name: string, dataDir: string): Promise<Node> {
  const [port, busPort] = [await findFreePort(), await findFreePort()];
  const folder = join(dataDir, name);
  mkdirSync(folder);
  const { command, args, env } = findRedisServer(process.env).prepare({
    ...{ name, port, password, folder },
    settings: [
      ...['--cluster-enabled', 'yes', '--cluster-port', String(busPort), '--cluster-node-timeout', '2000'],
      ...['--masterauth', password, '--repl-diskless-sync-delay', '0'],
      ...['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'],
    ],
  });
  const ready = /ready to accept connections/i;
  // Killed, because one that is told to stop waits for its replica.
  const stopSignal = 'SIGKILL';
  await supervisor.start({ name, command, args, ready, stopSignal, env: { ...process.env, ...env } });
  const redis = new Redis({ port, password, retryStrategy: () => 200 });
  redis.on('error', () => undefined);
  await once(redis, 'ready');
  return { name, port, busPort, redis };
}

/** Three masters, each with a third of the slots and a replica. */
async function formCluster(nodes: readonly Node[]): Promise<void> {
  const [first, ...others] = nodes;
  const share = Math.ceil(slots / masters);
  for (const [index, { redis }] of nodes.slice(0, masters).entries())
    await redis.call('CLUSTER', 'ADDSLOTSRANGE', index * share, Math.min(slots, (index + 1) * share) - 1);
  for (const { port, busPort } of others)
    await first?.redis.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
  for (const [index, { redis }] of nodes.slice(masters).entries()) {
    const id = await nodes[index]?.redis.call('CLUSTER', 'MYID');
    // It knows the master once the nodes have told each other.
    await eventually(() => redis.call('CLUSTER', 'REPLICATE', String(id)));
    // Before the link is up it would never take the place of its master.
    await waitForInfo(redis, 'replication', 'master_link_status:up');
  }
  await waitUntilComplete(nodes);
}

async function waitUntilComplete(nodes: readonly Node[]): Promise<void> {
  for (const { redis } of nodes) await waitForInfo(redis, 'cluster', 'cluster_state:ok');
}

async function waitForInfo(redis: Redis, of: 'cluster' | 'replication', wanted: string): Promise<void> {
  await eventually(async () => {
    const info = of === 'cluster' ? String(await redis.call('CLUSTER', 'INFO')) : await redis.info(of);
    if (!info.includes(wanted)) throw new Error(`A node of the cluster does not report ${wanted}.`);
    return true;
  });
}

/** Commands on keys of several nodes, by the statistics of a node: the services go on without some of them. */
async function findRefusals({ name, redis }: Node): Promise<string[]> {
  const lines = (await redis.info('errorstats')).split('\r\n');
  return lines.filter((line) => line.includes('CROSSSLOT')).map((line) => `${name}: ${line}`);
}
