import { expect, it } from 'vitest';
import { judge } from './signatures.ts';

const zod = { name: 'zod', version: '4.6.7' };

it.each([
  [{ invalid: [zod], missing: [] }, 'zod@4.6.7: invalid signature'],
  [{ invalid: [], missing: [zod] }, 'zod@4.6.7: missing signature'],
  [{ error: { code: 'E404', summary: 'Not Found' } }, 'npm audit signatures failed: Not Found'],
  [{ error: { code: 'EEXPIREDSIGNATUREKEY', summary: 'Expired' } }, 'npm audit signatures failed: Expired'],
  [
    { error: { code: null, summary: 'found no installed dependencies' } },
    'npm audit signatures failed: found',
  ],
  [{ invalid: [] }, 'npm audit signatures failed: no report'],
  [{}, 'npm audit signatures failed: no report'],
])('refuses packages when npm reports %j', (report, sentence) => {
  expect(judge(report)).toEqual({ isAccepted: false, sentence: expect.stringContaining(sentence) });
});

it.each([
  { code: 'ENOTFOUND', summary: 'request to https://keys.example failed' },
  { code: 'ERR_SOCKET_TIMEOUT', summary: 'request to https://packages.example timed out' },
  { code: 'E503', summary: '503 Service Unavailable' },
  {
    code: null,
    summary: 'found no dependencies to audit that were installed from a supported registry',
  },
])('goes on and says so when the keys of the registry cannot be read: $code', (error) =>
  expect(judge({ error })).toEqual({
    isAccepted: true,
    sentence: `The signatures of packages were NOT verified: ${error.summary}`,
  }),
);

it('accepts packages of which each has a valid signature', () =>
  expect(judge({ invalid: [], missing: [] })).toEqual({
    isAccepted: true,
    sentence: 'The signatures of all packages are valid.',
  }));
