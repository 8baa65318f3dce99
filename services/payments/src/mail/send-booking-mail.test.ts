import { expect, it } from 'vitest';
import { createKeyedHasher, hashToken } from '../keyed-hasher.ts';
import { getClaimLink } from './send-booking-mail.ts';

const booking = {
  ...{ id: 'b-1', access_version: 0 },
  site_origin: 'https://fares.example',
  claim_token_hash: hashToken(createKeyedHasher('first').deriveClaimToken({ id: 'b-1', access_version: 0 })),
};
const linkWith = (...secrets: [string, string?]) =>
  getClaimLink({ hasher: createKeyedHasher(...secrets) }, booking);

it('[GUEST-05] has the claim token of the booking, also after a change of the key of the hashes', () => {
  const link = linkWith('first');
  expect(link).toMatch(/^https:\/\/fares\.example\/my-trips\?claim=[\w-]{43}$/);
  expect(linkWith('second', 'first')).toBe(link);
});

it('[GUEST-05] has no claim link that would not work, and none for the booking of a user', () => {
  expect(linkWith('second')).toBeUndefined();
  expect(linkWith('second', 'third')).toBeUndefined();
  expect(
    getClaimLink({ hasher: createKeyedHasher('first') }, { ...booking, claim_token_hash: null }),
  ).toBeUndefined();
});

it('[GUARD-11] has no claim link whose token was revoked', () => {
  expect(
    getClaimLink({ hasher: createKeyedHasher('first') }, { ...booking, access_version: 1 }),
  ).toBeUndefined();
});
