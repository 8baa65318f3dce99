import { expect, it } from 'vitest';
import { createBrandHostCheck } from './brand-host-check.ts';

it('[HOST-01] knows by the brand keys which hosts have a brand', async () => {
  const isBrandHost = createBrandHostCheck(async (key) => key === 'sky.example');
  const hosts = ['www.sky.example:8443', 'blue.example', 'localhost', '10.0.0.7'];
  expect(await Promise.all(hosts.map(isBrandHost))).toEqual([true, false, false, false]);
});

it('[HOST-01] is not available, rather than wrong, while the brands have never been read', async () => {
  const isBrandHost = createBrandHostCheck(async () => undefined);
  await expect(isBrandHost('sky.example')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});
