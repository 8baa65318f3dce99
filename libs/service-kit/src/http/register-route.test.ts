import * as contracts from '@fareline/contracts/services';
import type { Contract } from '@fareline/contracts/services';
import { expect, it } from 'vitest';
import { commonConfigShape, parseConfig } from '../config.ts';
import { getErrorStatuses, registerRoute } from './register-route.ts';
import { buildServer } from './server.ts';

const sorted = (contract: Contract) => [...getErrorStatuses(contract)].sort((a, b) => a - b);

it('documents the statuses of hooks and parsers beside those of the contract', () => {
  const { getSystemModeContract, logoutContract, currentUserContract, saveAdminSettingsContract } = contracts;
  expect(sorted(getSystemModeContract)).toEqual([400, 405, 408, 429, 431, 500, 503]);
  expect(sorted(logoutContract)).toEqual([400, 403, 405, 408, 413, 415, 429, 431, 500, 503]);
  expect(sorted(currentUserContract)).toEqual([400, 401, 405, 408, 429, 431, 500, 503]);
  expect(sorted(saveAdminSettingsContract)).toEqual([
    ...[400, 401, 403, 404, 405, 408, 409, 413, 415, 429, 431, 500, 503],
  ]);
  expect(sorted(contracts.getBrandContract)).toEqual([400, 404, 405, 408, 429, 431, 500, 503]);
  expect(sorted(contracts.checkSessionContract)).toContain(404);
  expect(sorted(contracts.listKnownBrandsContract)).not.toContain(429);
});

it('lists all statuses of every endpoint in the API document', async () => {
  const config = parseConfig(commonConfigShape, {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    SITE_ORIGIN: 'http://localhost:3000',
    TRUSTED_PROXIES: 'none',
  });
  const app = await buildServer({ name: 'sample', config, isBrandHost: async () => false });
  const documented = (Object.values(contracts) as Contract[]).filter(({ access }) => access !== 'service');
  for (const contract of documented) registerRoute(app, contract, async () => ({}) as never);
  const { paths } = (await app.inject('/api/sample/docs/json')).json();
  await app.close();
  for (const contract of documented) {
    const { responses } = paths[contract.path.replace(/:(\w+)/g, '{$1}')][contract.method.toLowerCase()];
    const statuses = Object.keys(responses).map(Number);
    const successes = contract.successStatuses ?? [200];
    expect(statuses, contract.path).toEqual(
      [...new Set([...sorted(contract), ...successes])].sort((a, b) => a - b),
    );
  }
});
