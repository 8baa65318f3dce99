import { expect, it } from 'vitest';
import { createKeyedHasher, hashToken } from '../keyed-hasher.ts';
import { getClaimLink } from './send-booking-mail.ts';

const booking = {
  id: 'b-1',
  site_origin: 'https://fares.example',
  guest_account: { username: 'ada', email: 'ada@example.com' },
  contact_email: 'ada@example.com',
  claim_token_hash: hashToken(createKeyedHasher('first').deriveClaimToken('b-1')),
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

it('[TRIP-07] has no claim link for an address that is not that of the account of the booking', () => {
  expect(
    getClaimLink({ hasher: createKeyedHasher('first') }, { ...booking, contact_email: 'new@example.com' }),
  ).toBeUndefined();
});
