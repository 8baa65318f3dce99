import type { Caller } from '@fareline/contracts/services';
import { callerNames } from '../config.ts';
import { hashCredential } from '../hash-credential.ts';

/** The credential of a caller in tests. */
export const testCredential = (caller: Caller): string => `credential-of-${caller}-in-the-tests-only`;

/** ACCEPTED_CALLERS of a service that accepts the credentials of the tests. */
export const testAcceptedCallers = callerNames
  .map((caller) => `${caller}:${hashCredential(testCredential(caller))}`)
  .join(',');
