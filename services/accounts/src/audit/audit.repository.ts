import { likeContaining } from '@fareline/service-kit/db/like-pattern';
import { userInfo } from 'node:os';
import type { AuditAction, AuditEntry, AuditPage } from '@fareline/contracts';
import { sql, type Selectable } from 'kysely';
import type { Database, Tables } from '../db/schema.ts';

interface NewAuditEntry {
  action: AuditAction;
  /** A user, an operator who runs a command, or the service itself. */
  actor: { id: string; username: string } | 'operator' | 'system';
  /** What the action is done to: a brand's id, a booking reference; default: the user who acts. */
  subject?: string;
  details?: AuditEntry['details'];
  /** The request that the action is part of; none in a command. */
  request?: { ip: string | null; id: string | null } | undefined;
  /** An event that may be recorded repeatedly: only the first time adds an entry. */
  eventId?: string;
  /** When it happened, if not now. */
  at?: Date;
}

/** The operating system's user who runs a command; only the id, if the system has no name for it, as in some containers. */
function getSystemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

/** Adds an entry to the audit trail. Call it in the transaction of the action. (ACCOUNT-05) */
export async function insertAuditEntry(
  db: Database,
  {
    action,
    actor,
    subject = typeof actor === 'string' ? actor : actor.username,
    details = {},
    request,
    eventId,
    at,
  }: NewAuditEntry,
): Promise<void> {
  const isUser = typeof actor !== 'string';
  await db
    .insertInto('audit_entries')
    .values({
      event_id: eventId ?? null,
      ...(at === undefined ? {} : { at }),
      action,
      actor_kind: isUser ? 'user' : actor,
      actor_id: isUser ? actor.id : null,
      actor_name: isUser ? actor.username : actor,
      subject,
      details: JSON.stringify(actor === 'operator' ? { ...details, systemUser: getSystemUser() } : details),
      ip_address: request?.ip ?? null,
      request_id: request?.id ?? null,
    })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .execute();
}

const pageSize = 50;

const toEntry = (row: Selectable<Tables['audit_entries']>): AuditEntry => ({
  id: String(row.id),
  at: row.at.toISOString(),
  action: row.action,
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  subject: row.subject,
  details: row.details,
  ipAddress: row.ip_address,
  requestId: row.request_id,
});

/** The entries after the one with the id `cursor`, newest first; the newest ones without a cursor. */
export async function listAuditEntries(
  db: Database,
  { action, text, cursor }: { action?: AuditAction; text?: string; cursor?: string },
): Promise<AuditPage> {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .$if(action !== undefined, (query) => query.where('action', '=', action as AuditAction))
    .$if(Boolean(text), (query) =>
      query.where(({ or, eb }) =>
        or([
          eb('actor_name', 'ilike', likeContaining(text ?? '')),
          eb('subject', 'ilike', likeContaining(text ?? '')),
        ]),
      ),
    )
    .$if(cursor !== undefined, (query) =>
      query.where(
        sql<boolean>`(at, id) < (select at, id from audit_entries where id = ${cursor as string}::bigint)`,
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const entries = rows.slice(0, pageSize).map(toEntry);
  return { entries, next: rows.length > pageSize ? (entries.at(-1)?.id ?? null) : null };
}

/** What a user did, newest first. */
export async function listActivity(db: Database, userId: string): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('actor_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toEntry);
}
