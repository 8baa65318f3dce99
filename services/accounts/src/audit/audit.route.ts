import { listAuditEntriesContract, recordAuditEventContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';
import { insertAuditEntry, listAuditEntries } from './audit.repository.ts';

/** The audit trail, for administrators. (ACCOUNT-05) */
export const auditRoute = routePlugin({ name: 'audit', dependencies: ['sessions'] }, (app, { db }: Deps) => {
  registerRoute(app, listAuditEntriesContract, async ({ query }) => listAuditEntries(db, query));
});

/** Records actions of other services. */
export const internalAuditRoute = routePlugin({ name: 'internal-audit' }, (app, { db }: Deps) => {
  registerRoute(app, recordAuditEventContract, async ({ body }) => {
    const user = body.user_id
      ? await db
          .selectFrom('users')
          .select(['id', 'username'])
          .where('id', '=', body.user_id)
          .executeTakeFirst()
      : undefined;
    await insertAuditEntry(db, {
      eventId: body.event_id,
      at: new Date(body.at),
      action: body.action,
      actor: body.actor === 'user' && user ? user : 'system',
      subject: body.subject,
      details: { ...body.details, user: user?.username ?? body.user_id },
      request: { ip: body.ip_address, id: body.request_id },
    });
    return { success: true as const, message: 'Recorded' };
  });
});
