import type { Caller, Contract } from '@fareline/contracts/services';

export const callers: readonly Caller[] = ['accounts', 'flights', 'payments', 'prerender'];

/** Callers with a session. */
const signedIn = ['guest', 'owner', 'another user', 'support', 'admin'] as const;
export type SignedIn = (typeof signedIn)[number];

/**
 * Everyone who can send a request. The programs send their credential; the last one sends the hash of a credential, which
 * is what a service stores of its callers.
 */
export type Principal = 'anonymous' | 'ended session' | SignedIn | Caller | 'hash of a credential';
export const principals: readonly Principal[] = [
  ...(['anonymous', 'ended session'] as const),
  ...signedIn,
  ...callers,
  'hash of a credential',
];

const isSignedIn = (principal: Principal) => (signedIn as readonly Principal[]).includes(principal);
const isCaller = (principal: Principal, allowed: readonly Caller[] = []) =>
  (allowed as readonly Principal[]).includes(principal);

/** The status that the contract's `access` and `recentPassword` give to a principal; undefined when it lets the request pass. */
export function getRefusal(contract: Contract, principal: Principal): number | undefined {
  const { access, callers: allowed, recentPassword } = contract;
  switch (access) {
    case 'public':
    case 'link':
    case 'webhook':
      return undefined;
    case 'service':
      return isCaller(principal, allowed) ? undefined : 404;
    case 'user':
      if (!isSignedIn(principal)) return 401;
      // A guest's session begins without a password.
      return recentPassword && principal === 'guest' ? 403 : undefined;
    case 'owner':
      if (!isSignedIn(principal)) return 401;
      return principal === 'owner' ? undefined : 404;
    case 'support':
      if (!isSignedIn(principal)) return 401;
      return principal === 'support' || principal === 'admin' ? undefined : 403;
    case 'admin':
      if (!isSignedIn(principal)) return 401;
      return principal === 'admin' ? undefined : 403;
  }
}
