import { expect, it } from 'vitest';
import { startSharedSandbox } from '../testing/harness.ts';
import { getAirline } from './carriers.ts';

const sandbox = await startSharedSandbox();
const getLogo = (code: string) => {
  const { pathname } = new URL(getAirline('BA').logo_symbol_url ?? '');
  return fetch(sandbox.baseUrl + pathname.replace('BA', code));
};

it('[PROVIDER-11] serves the logos of its airlines without a token, as the host of the logos does', async () => {
  const response = await getLogo('BA');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await response.text()).toMatch(/^<svg .*>BA<\/text><\/svg>$/);
});

it('[PROVIDER-11] answers 404 for an airline without a logo', async () => {
  for (const code of ['G3', 'XX', '%3Cscript%3E']) expect((await getLogo(code)).status, code).toBe(404);
});
