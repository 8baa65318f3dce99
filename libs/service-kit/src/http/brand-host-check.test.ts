import { listBrandKeyHashes } from '@fareline/contracts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBrandKeys, hashBrandKey } from '../brand-keys.ts';
import { createBrandHostCheck } from './brand-host-check.ts';

let accounts: FastifyInstance;
let status = 200;
let calls = 0;
let listed: string[] = [];
beforeEach(async () => {
  accounts = Fastify();
  calls = 0;
  listed = ['sky.example'];
  accounts.addHook('onRequest', async () => void (calls += 1));
  accounts.get(listBrandKeyHashes.path, async (_request, reply) =>
    status === 200 ? { hashes: listed.map(hashBrandKey) } : reply.code(status).send({}),
  );
  status = 200;
});
afterEach(() => accounts.close());
const listen = () => accounts.listen({ host: '127.0.0.1', port: 0 });

it('[HOST-01] [LIMIT-02] knows from the list of accounts which hosts have a brand, without a call for each', async () => {
  const url = await listen();
  let time = 0;
  const isBrandHost = createBrandHostCheck(createBrandKeys(url, () => time));
  expect(await isBrandHost('www.sky.example:8443')).toBe(true);
  const hosts = Array.from({ length: 1_500 }, (_, index) => `host-${index}.example`);
  expect(await Promise.all(hosts.map((host) => isBrandHost(host)))).not.toContain(true);
  expect(calls).toBe(1);
  time = 100;
  expect(await Promise.all(hosts.map((host) => isBrandHost(`new-${host}`)))).not.toContain(true);
  expect(calls).toBe(2);
});

it('[HOST-01] knows a brand that was added a moment ago, also for concurrent requests', async () => {
  const url = await listen();
  let time = 0;
  const hasBrand = createBrandKeys(url, () => time);
  expect(await hasBrand('blue.example')).toBe(false);
  listed.push('blue.example');
  time = 100;
  expect(await Promise.all([hasBrand('blue.example'), hasBrand('blue.example')])).toEqual([true, true]);
});

it('[HOST-01] is not available, rather than wrong, when accounts does not answer with the list', async () => {
  const isBrandHost = createBrandHostCheck(createBrandKeys(await listen()));
  status = 403;
  await expect(isBrandHost('sky.example')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  const isUnreachable = createBrandHostCheck(createBrandKeys('http://127.0.0.1:9'));
  await expect(isUnreachable('sky.example')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});
