import type { Mode } from '@fareline/contracts';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';

/**
 * Reopens a payment that was closed as not paid before its intent was known, so that it is voided. Does nothing for any other
 * payment. (REVIEW-05)
 */
export async function reopenForAuthorisation(
  deps: Deps,
  mode: Mode,
  paymentId: string,
  intentId: string,
): Promise<void> {
  const reopened = await deps.db
    .updateTable('payments')
    .set({
      state: 'voiding',
      state_since: sql`now()`,
      intent_id: intentId,
      next_attempt_at: sql`now()`,
    })
    .where('id', '=', paymentId)
    .where('mode', '=', mode)
    .where('state', 'in', ['voided', 'declined'])
    .where('intent_id', 'is', null)
    .where('booking_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!reopened) return;
  deps.log.warn({ payment: paymentId, intent: intentId }, 'an intent appeared after its payment had ended');
  deps.enqueue.payment(paymentId);
}
