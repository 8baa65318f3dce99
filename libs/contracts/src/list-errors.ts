import type { Access, Contract } from './contract.ts';
import type { ErrorCode } from './errors.ts';

/** Codes of hooks and parsers that any endpoint can return; METHOD_NOT_ALLOWED to other methods at its path. */
const commonErrors: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

/** Codes of hooks and parsers that only requests with a body, or writes, can get. */
const writeErrors: readonly ErrorCode[] = ['ORIGIN_REFUSED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

export const requiresUser = (access: Access | undefined): boolean =>
  access === 'user' || access === 'owner' || access === 'support' || access === 'admin';

/**
 * All errors that an endpoint can return: those that its contract names, and those that follow from the rest of it, because hooks and
 * parsers return them before its handler.
 */
export function listErrors(
  contract: Pick<Contract, 'access' | 'recentPassword' | 'method' | 'path' | 'errors'>,
): Set<ErrorCode> {
  const { access, recentPassword, method, path, errors = [] } = contract;
  const codes = new Set([...errors, ...commonErrors]);
  if (requiresUser(access)) codes.add('NOT_AUTHENTICATED');
  if (access === 'support' || access === 'admin') codes.add('FORBIDDEN');
  if (recentPassword) codes.add('PASSWORD_REQUIRED');
  // The router refuses parameters that are too long, and a service route does not exist without the credential.
  if (access === 'service' || path.includes(':')) codes.add('NOT_FOUND');
  // The edge refuses clients that send too many requests, whatever they ask for.
  if (access !== 'service') codes.add('TOO_MANY_REQUESTS');
  if (method !== 'GET') for (const code of writeErrors) codes.add(code);
  return codes;
}
