import { closeContactCaseContract, listContactCasesContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Deps } from '../deps.ts';
import { closeContactCase, hasContactCase, listContactCases } from './contact-case.repository.ts';

/** What messages ask support to do. (PROMISE-07) */
export const contactCaseRoutes = routePlugin(
  { name: 'contact-cases', dependencies: ['sessions'] },
  (app, { db }: Deps) => {
    registerRoute(app, listContactCasesContract, ({ query }) => listContactCases(db, query));

    registerRoute(app, closeContactCaseContract, async ({ params: { id }, request }) => {
      const actor = requireUser(request);
      const isClosed = await db.transaction().execute(async (trx) => {
        const closed = await closeContactCase(trx, id, actor.username);
        // The trail outlives the case, so it has the id in place of the address.
        if (closed)
          await insertAuditEntry(trx, {
            action: 'case_closed',
            actor,
            subject: id,
            details: closed,
            request,
          });
        return closed !== undefined;
      });
      if (!isClosed && !(await hasContactCase(db, id))) throw new AppError('CASE_NOT_FOUND');
      return {
        success: true as const,
        message: isClosed ? 'The case is closed.' : 'The case was closed before.',
      };
    });
  },
);
