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

const accessOfUsers: ReadonlySet<Access> = new Set(['user', 'factor', 'owner', 'support', 'admin']);

export const requiresUser = (access: Access | undefined): boolean =>
  access !== undefined && accessOfUsers.has(access);

/** Whether an endpoint is for staff, where the administration is. (GUARD-10) */
export const isOfStaff = (access: Access | undefined): boolean =>
  access === 'factor' || access === 'support' || access === 'admin';

/**
 * All errors that an endpoint can return: those that its contract names, and those that follow from the rest of it, because hooks and
 * parsers return them before its handler.
 */
export function listErrors(
  contract: Pick<Contract, 'access' | 'recent' | 'method' | 'path' | 'errors'>,
): Set<ErrorCode> {
  const { access, recent, method, path, errors = [] } = contract;
  const codes = new Set([...errors, ...commonErrors]);
  if (requiresUser(access)) codes.add('NOT_AUTHENTICATED');
  if (access === 'support' || access === 'admin') codes.add('FORBIDDEN').add('FACTOR_REQUIRED');
  if (access === 'factor') codes.add('FORBIDDEN');
  if (recent === true) codes.add('PASSWORD_REQUIRED').add('FACTOR_REQUIRED');
  // The router refuses parameters that are too long; a service route does not exist without the credential, and one of staff does not
  // outside of the administration.
  if (access === 'service' || isOfStaff(access) || path.includes(':')) codes.add('NOT_FOUND');
  // The edge refuses clients that send too many requests, whatever they ask for.
  if (access !== 'service') codes.add('TOO_MANY_REQUESTS');
  if (method !== 'GET') for (const code of writeErrors) codes.add(code);
  return codes;
}
