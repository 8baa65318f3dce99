import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { enqueuePayment } from './resolve-unbooked-payment.job.ts';
import { voidPayment } from './payment-steps.ts';
import type { Payment } from './payment.repository.ts';

/**
 * Voids the authorisation of a payment without a booking; does nothing if a booking uses it meanwhile. Never throws: the job
 * retries when the card provider fails. (MONEY-26)
 */
export async function voidUnusedAuthorisation(deps: Deps, payment: Payment): Promise<void> {
  try {
    const voiding = await deps.db
      .updateTable('payments')
      .set({ state: 'voiding', state_since: sql`now()` })
      .where('id', '=', payment.id)
      .where('state', '=', 'authorised')
      .where('booking_id', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (voiding) await voidPayment(deps, voiding);
  } catch (error) {
    deps.log.warn({ err: error, payment: payment.id }, 'authorisation not voided, will be retried');
    enqueuePayment(deps, payment.id);
  }
}
