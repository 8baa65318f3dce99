import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../db/schema.ts';
import { attemptKey } from '../limits/attempt.repository.ts';
import type { PasswordAttempt } from '../limits/password-attempts.ts';
import type { UserRow } from '../users/user.repository.ts';

/**
 * Adds an entry to the audit trail if wrong passwords have reached the limit of a user; concurrent failures add one. It is one
 * statement, with or without a user, so that a failed sign-in does the same work for known and unknown names. (ACCOUNT-05, SECURITY-05)
 */
export const recordReachedLimit = (
  db: Database,
  user: UserRow | undefined,
  { account }: PasswordAttempt,
  { ip, id }: FastifyRequest,
) =>
  sql`
    insert into audit_entries
      (event_id, action, actor_kind, actor_name, subject, details, ip_address, request_id)
    select
      concat_ws(' ', ${account.kind}::text, users.id, attempts.window_ends_at),
      'sign_in_limit_reached', 'system', 'system', users.username, '{}', ${ip}, ${id}
    from users, attempts
    where users.id = ${user?.id ?? null}
      and attempts.key = ${attemptKey(account)}
      and attempts.count >= ${account.max}
      and attempts.window_ends_at > now()
    on conflict (event_id) do nothing`.execute(db);
