import { expect, it } from 'vitest';
import { redactSecrets } from './redact-secrets.ts';

it.each([
  'number',
  'cvv',
  'cardDetails',
  'card',
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'session_token',
  'sessionToken',
  'passportNumber',
  'unique_identifier',
  'authorization',
  'cookie',
  'set-cookie',
  'x-service-credential',
  'idempotency-key',
  'client_secret',
])('[MONEY-32] removes %s at the top and in lists, and keeps its neighbours', (field) => {
  expect(redactSecrets({ [field]: 'secret', id: 1 })).toEqual({ [field]: '[removed]', id: 1 });
  expect(redactSecrets({ list: [{ id: 2, [field]: { a: 'secret' } }] })).toEqual({
    list: [{ id: 2, [field]: '[removed]' }],
  });
});

it('returns the same object when it contains no secret', () => {
  const value = { id: 1, at: new Date(0), none: null, list: [{ name: 'a' }] };
  expect(redactSecrets(value)).toBe(value);
});

it('[MONEY-32] leaves only top fields to their serializers', () => {
  const err = { token: 'secret' };
  expect(redactSecrets({ err, body: { err } }, new Set(['err']))).toEqual({
    err,
    body: { err: { token: '[removed]' } },
  });
});

it('[MONEY-32] reads five levels, and replaces what is deeper', () => {
  const nest = (levels: number, value: object): object =>
    levels === 1 ? value : { in: nest(levels - 1, value) };
  expect(redactSecrets(nest(5, { token: 'secret', id: 1 }))).toEqual(nest(5, { token: '[removed]', id: 1 }));
  expect(redactSecrets(nest(6, { token: 'secret', id: 1 }))).toEqual(nest(5, { in: '[too deep]' }));
});
