import { giveBackCasesContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { insertAuditEvent } from '../audit/audit-event.repository.ts';
import type { Deps } from '../deps.ts';

/**
 * `POST /internal/review/give-back`: gives back what somebody had taken whose role was taken away, so that no case waits for a person
 * who cannot decide it. Accounts calls it until it was answered. (GUARD-07)
 */
export const giveBackCasesRoute = routePlugin({ name: 'give-back-cases' }, (app, { db }: Deps) => {
  registerRoute(app, giveBackCasesContract, async ({ body: { user_id } }) => {
    await db.transaction().execute(async (trx) => {
      const taken = await trx
        .selectFrom('review_cases')
        .select(['id', 'kind', 'subject', 'assignee_name'])
        .where('assignee_id', '=', user_id)
        .where('closed_at', 'is', null)
        .orderBy('id')
        .forUpdate()
        .execute();
      for (const { id, kind, subject, assignee_name } of taken) {
        const nobody = { assignee_id: null, assignee_name: null };
        await trx.updateTable('review_cases').set(nobody).where('id', '=', id).execute();
        await insertAuditEvent(trx, {
          ...{ action: 'case_planned', actor: 'system', user_id: null, subject, ip_address: null },
          details: { kind, assignee: { from: assignee_name, to: null } },
        });
      }
    });
    return { success: true as const, message: 'The cases are given back.' };
  });
});
