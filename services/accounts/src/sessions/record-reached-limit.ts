import { attemptKey } from '@fareline/service-kit/limits/table-window';
import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../db/schema.ts';
import type { PasswordAttempt } from '../limits/password-attempts.ts';
import type { UserRow } from '../users/user.repository.ts';

/**
 * Adds an entry to the audit trail if wrong passwords of one client, or of all clients together, have reached the limit of a
 * user; concurrent failures add one. It is one statement, with or without a user, so that a failed sign-in does the same work
 * for known and unknown names. (ACCOUNT-05, SECURITY-05)
 */
export const recordReachedLimit = (
  db: Database,
  user: UserRow | undefined,
  { client, account }: PasswordAttempt,
  { ip, id }: FastifyRequest,
) =>
  sql`
    insert into audit_entries
      (event_id, action, actor_kind, actor_name, subject, details, ip_address, request_id)
    select
      concat_ws(' ', limits.kind, users.id, attempts.window_ends_at),
      'sign_in_limit_reached', 'system', 'system', users.username, '{}', ${ip}, ${id}
    from users, attempts, (values
      (${client.kind}::text, ${attemptKey(client)}::text, ${client.max}::int),
      (${account.kind}::text, ${attemptKey(account)}::text, ${account.max}::int)
    ) as limits (kind, key, max)
    where users.id = ${user?.id ?? null}
      and attempts.key = limits.key
      and attempts.count >= limits.max
      and attempts.window_ends_at > now()
    on conflict (event_id) do nothing`.execute(db);
