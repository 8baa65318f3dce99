import { createHmac, hkdfSync } from 'node:crypto';
import type { AuditAction, User } from '@fareline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { perWindow, tooManyRequests, type Reached } from '../limits/per-window.ts';
import { tableWindow, type AttemptLimit } from '../limits/table-window.ts';
import { requireUser } from '../sessions/session-plugin.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route of staff reads, if that is audited. */
    staffRead?: 'record' | 'list' | undefined;
  }
}

/** Records and pages of lists that a member of staff may read in an hour at one service. */
export const staffReadsSetting = z.coerce.number().int().min(1).default(200);

/** An entry for the audit trail. */
interface StaffReadEntry {
  action: Extract<AuditAction, 'record_read' | 'list_read' | 'read_limit_reached'>;
  user: User;
  /** The id of the record, or the name of the list. */
  subject: string;
  details: Record<string, string>;
  request: FastifyRequest;
}

export interface StaffReadsOptions<Tables> {
  db: Kysely<Tables>;
  maxPerHour: number;
  /** What search terms are hashed with. */
  secret: string;
  insertEntry(trx: Transaction<Tables>, entry: StaffReadEntry): Promise<void>;
}

const hourSeconds = 3600;
/** Within this time the same page of the same member of staff is one read: screens load it again and again. */
const sameReadSeconds = 300;

/** Parameters that say which part of a list is read; all others may be what staff search for. */
const plainParameters = new Set(['cursor', 'status', 'state', 'action']);

/** Names the record or list of a request; search terms only as keyed hashes, of which equal terms have the same. */
function describeRead(
  request: FastifyRequest,
  hash: (term: string) => string,
): Pick<StaffReadEntry, 'action' | 'subject' | 'details'> {
  const { config, schema, url = '' } = request.routeOptions;
  if (config.staffRead === 'record') {
    const { id = '' } = request.params as { id?: string };
    return { action: 'record_read', subject: id, details: {} };
  }
  const parameters = Object.entries((request.query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => {
      const text = String(value);
      return plainParameters.has(name) ? [name, text] : [`${name} (hash)`, hash(text.toLowerCase())];
    });
  const { summary = url } = (schema ?? {}) as { summary?: string };
  return { action: 'list_read', subject: summary, details: Object.fromEntries(parameters) };
}

/**
 * Adds an entry to the audit trail for each record and each page of a list that staff read at a route of the scope, before its handler
 * runs, and refuses more than so many an hour with TOO_MANY_REQUESTS; the first refusal of an hour is an entry, too. One member of
 * staff, record or page and five minutes make one entry and one read. Count and entry are one transaction: a read whose entry cannot
 * be written fails. All replicas count together, each service for itself. (GUARD-13)
 */
export function auditStaffReads<Tables>(
  scope: FastifyInstance,
  { db, maxPerHour, secret, insertEntry }: StaffReadsOptions<Tables>,
): void {
  const key = Buffer.from(hkdfSync('sha256', secret, 'staff reads', 'search terms', 32));
  const hash = (term: string) => createHmac('sha256', key).update(term).digest('base64url').slice(0, 22);

  scope.addHook('preHandler', async (request) => {
    if (!request.routeOptions.config.staffRead) return;
    const user = requireUser(request);
    const read = { user, request, ...describeRead(request, hash) };
    const page = JSON.stringify([read.subject, read.details]);
    const same: AttemptLimit = {
      ...{
        kind: 'staff read of a page',
        subject: `${user.id} ${page}`,
        max: 1,
        windowSeconds: sameReadSeconds,
      },
    };
    const budget: AttemptLimit = {
      ...{ kind: 'staff reads', subject: user.id, max: maxPerHour, windowSeconds: hourSeconds },
    };
    const refusal: AttemptLimit = { ...budget, kind: 'refused staff reads', max: 1 };

    const count = (): Promise<Reached<AttemptLimit> | undefined> =>
      db.transaction().execute(async (trx) => {
        const window = tableWindow(trx);
        const reached = await window.count([same, budget]);
        if (!reached) await insertEntry(trx, read);
        else if (reached.limit === budget && !(await window.count([refusal])))
          await insertEntry(trx, {
            ...{ user, request, action: 'read_limit_reached', subject: user.username },
            details: { limit: String(maxPerHour) },
          });
        return reached?.limit === same ? undefined : reached;
      });
    await perWindow(
      { count },
      [same, budget],
      tooManyRequests(
        'staff_reads',
        (wait) =>
          `You have opened more records and lists than one person may in an hour. Please try again in ${wait}.`,
      ),
    );
  });
}
