import type { BodyOf, planReviewCase, User } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { insertAuditEvent } from '../audit/audit-event.repository.ts';
import { readNow } from '../db/read-now.ts';
import type { Database } from '../db/schema.ts';
import { lockCase, type StoredCase } from '../review-cases/review-case.repository.ts';
import { notPossible } from './not-possible.ts';

type Plan = BodyOf<typeof planReviewCase>;

async function assertPlannable(
  trx: Database,
  { assignee_id, assignee_name, closed_at }: StoredCase,
  { assignee, takenFrom, dueAt }: Plan,
  { id, isAdmin }: User,
): Promise<void> {
  if (closed_at) throw notPossible('The case was closed before.');
  const isOfColleague = assignee_id !== null && assignee_id !== id;
  if (assignee === 'nobody' && isOfColleague && !isAdmin)
    throw notPossible('A colleague has this case: take it over, or ask them to give it back.');
  if (assignee === 'me' && isOfColleague && takenFrom !== undefined && takenFrom !== assignee_name)
    throw notPossible(`${assignee_name} has taken this case meanwhile.`);
  if (dueAt && new Date(dueAt) <= (await readNow(trx)))
    throw new AppError('VALIDATION_ERROR', { message: 'The due time is in the past.' });
}

/**
 * Takes an open case, gives it back or says until when it must be decided, with an entry in the audit trail. Throws CASE_NOT_FOUND,
 * ACTION_NOT_POSSIBLE or VALIDATION_ERROR. (TRIP-07)
 */
export const planCase = (
  db: Database,
  caseId: string,
  plan: Plan,
  { user, ipAddress }: { user: User; ipAddress: string },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const row = await lockCase(trx, caseId);
    await assertPlannable(trx, row, plan, user);
    const { assignee, dueAt } = plan;
    const isMine = assignee === 'me';
    const planned = {
      ...(assignee && {
        assignee_id: isMine ? user.id : null,
        assignee_name: isMine ? user.username : null,
      }),
      ...(dueAt !== undefined && { due_at: dueAt === null ? null : new Date(dueAt) }),
    };
    // A body without a change is none.
    if (Object.keys(planned).length === 0) return;
    await trx.updateTable('review_cases').set(planned).where('id', '=', caseId).execute();
    const { kind, subject, assignee_name, due_at } = row;
    await insertAuditEvent(trx, {
      ...{ action: 'case_planned', actor: 'user', user_id: user.id, subject },
      details: {
        kind,
        ...(assignee && { assignee: { from: assignee_name, to: isMine ? user.username : null } }),
        ...(dueAt !== undefined && { due: { from: due_at?.toISOString() ?? null, to: dueAt } }),
      },
      ip_address: ipAddress,
    });
  });
