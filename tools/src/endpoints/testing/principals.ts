import { isOfStaff } from '@fareline/contracts/list-errors';
import type { Caller, Contract } from '@fareline/contracts/services';

export const callers: readonly Caller[] = ['accounts', 'flights', 'payments', 'prerender'];

/** Administrators with a second factor, by when they showed it. */
export const factorAges = {
  'admin, factor shown': 0,
  'admin, factor shown long ago': 11,
  'admin, factor owed': null,
} as const;
export type WithFactor = keyof typeof factorAges;
export const withFactor = Object.keys(factorAges) as readonly WithFactor[];

/** Who works at the administration: staff, and two who should not. */
const atAdministration = [
  ...(['anonymous at the administration', 'traveller at the administration', 'support', 'admin'] as const),
  ...withFactor,
] as const;

/** Callers with a session; an administrator on a brand's host has the rights of a traveller there. */
const signedIn = [
  ...(['guest', 'owner', 'another user', "admin on a brand's host"] as const),
  ...(['traveller at the administration', 'support', 'admin'] as const),
  ...withFactor,
] as const;
export type SignedIn = (typeof signedIn)[number];

/**
 * Everyone who can send a request. The programs send their credential; the last one sends the hash of a credential, which
 * is what a service stores of its callers.
 */
export type Principal =
  | 'anonymous'
  | 'anonymous at the administration'
  | 'ended session'
  | SignedIn
  | Caller
  | 'hash of a credential';
export const principals: readonly Principal[] = [
  ...(['anonymous', 'anonymous at the administration', 'ended session'] as const),
  ...signedIn,
  ...callers,
  'hash of a credential',
];

const isSignedIn = (principal: Principal) => (signedIn as readonly Principal[]).includes(principal);
const isAtAdministration = (principal: Principal): boolean =>
  (atAdministration as readonly Principal[]).includes(principal);
const isCaller = (principal: Principal, allowed: readonly Caller[] = []) =>
  (allowed as readonly Principal[]).includes(principal);

const isAdmin = (principal: Principal) => isAtAdministration(principal) && principal.startsWith('admin');

/** The status that the contract's `access` and `recent` give to a principal; undefined when it lets the request pass. */
export function getRefusal(contract: Contract, principal: Principal): number | undefined {
  const { access, callers: allowed, recent } = contract;
  // A guest's session begins without a password.
  const isOld = principal === 'guest' || principal === 'admin, factor shown long ago';
  const refusalOfOld = recent === true && isOld ? 403 : undefined;
  const isOwed = principal === 'admin, factor owed';
  if (isOfStaff(access) && !isAtAdministration(principal)) return 404;
  switch (access) {
    case 'public':
    case 'link':
    case 'webhook':
      return undefined;
    case 'service':
      return isCaller(principal, allowed) ? undefined : 404;
    case 'user':
      if (!isSignedIn(principal) || isOwed) return 401;
      return refusalOfOld;
    case 'factor':
      if (!isSignedIn(principal)) return 401;
      return principal === 'support' || isAdmin(principal) ? refusalOfOld : 403;
    case 'owner':
      if (!isSignedIn(principal) || isOwed) return 401;
      return principal === 'owner' ? undefined : 404;
    case 'support':
      if (!isSignedIn(principal)) return 401;
      return (principal === 'support' || isAdmin(principal)) && !isOwed ? refusalOfOld : 403;
    case 'admin':
      if (!isSignedIn(principal)) return 401;
      return isAdmin(principal) && !isOwed ? refusalOfOld : 403;
  }
}
