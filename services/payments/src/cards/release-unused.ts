import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { enqueuePayment } from './settle-payment.job.ts';
import { voidPayment } from './settle-payment.ts';
import type { Payment } from './payment-rows.ts';

/**
 * Lets a hold go that no booking uses; leaves one alone that a booking took meanwhile. Never fails: what the card provider
 * cannot say now, the sweeper asks later. (MONEY-26)
 */
export async function releaseUnused(context: Context, payment: Payment): Promise<void> {
  try {
    const voiding = await context.db
      .updateTable('payments')
      .set({ state: 'voiding', state_since: sql`now()` })
      .where('id', '=', payment.id)
      .where('state', '=', 'authorised')
      .where('booking_id', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (voiding) await voidPayment(context, voiding);
  } catch (error) {
    context.log.warn({ err: error, payment: payment.id }, 'hold not released yet');
    enqueuePayment(context, payment.id);
  }
}
