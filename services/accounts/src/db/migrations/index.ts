import * as accounts from './20261120_0001_accounts.ts';
import * as unissuedPasswords from './20261122_0002_unissued_passwords.ts';
import * as sessionKeysAndAttempts from './20261122_0003_session_keys_and_attempts.ts';
import * as dropLoginFailures from './20261122_0004_drop_login_failures.ts';
import * as purgeIndexes from './20261122_0005_purge_indexes.ts';
import * as outboxAndVerification from './20261123_0001_outbox_and_verification.ts';
import * as sessionUse from './20261123_0002_session_use.ts';
import * as sessionAuthentication from './20261123_0003_session_authentication.ts';
import * as auditEntries from './20261123_0004_audit_entries.ts';
import * as auditTruncation from './20261124_0001_audit_truncation.ts';
import * as attemptDelays from './20261125_0011_attempt_delays.ts';
import * as support from './20261126_0001_support.ts';

export const migrations = {
  '20261120_0001_accounts': accounts,
  '20261122_0002_unissued_passwords': unissuedPasswords,
  '20261122_0003_session_keys_and_attempts': sessionKeysAndAttempts,
  '20261122_0004_drop_login_failures': dropLoginFailures,
  '20261122_0005_purge_indexes': purgeIndexes,
  '20261123_0001_outbox_and_verification': outboxAndVerification,
  '20261123_0002_session_use': sessionUse,
  '20261123_0003_session_authentication': sessionAuthentication,
  '20261123_0004_audit_entries': auditEntries,
  '20261124_0001_audit_truncation': auditTruncation,
  '20261125_0011_attempt_delays': attemptDelays,
  '20261126_0001_support': support,
};
