import { sql } from 'kysely';
import type { Payment } from '../cards/payment.repository.ts';
import type { Database } from '../db/schema.ts';
import { getLeftMinor, getPaidPayment } from './paid-payments.ts';

/**
 * Takes what the bank has given back of a payment, in minor units, off what an agreed cancellation has not given back yet, as a later
 * quote does. Where nothing else is left of the payment, the bank has given back what was promised. (LEDGER-06, LEDGER-13)
 */
export async function deductLost(
  trx: Database,
  { id, booking_id }: Pick<Payment, 'id' | 'booking_id'>,
  lostMinor: number,
): Promise<void> {
  const cancellation = await trx
    .selectFrom('amendments')
    .select(['id', 'state'])
    .where('booking_id', '=', booking_id)
    .where('kind', '=', 'cancellation')
    .where('state', 'in', ['agreed', 'done'])
    .forUpdate()
    .executeTakeFirst();
  const paid = await getPaidPayment(trx, id);
  const others = paid.refunds.filter(({ state }) => state !== 'due');
  if (!cancellation || getLeftMinor({ ...paid, refunds: others }) === 0) return;
  const due = await trx
    .selectFrom('refunds')
    .select(['id', 'amount_minor'])
    .where('cancellation_id', '=', cancellation.id)
    .where('state', '=', 'due')
    .where('called_at', 'is', null)
    .orderBy((eb) => eb('payment_id', '!=', id))
    .forUpdate()
    .execute();
  let rest = lostMinor;
  for (const refund of due) {
    const isByBank = rest >= refund.amount_minor;
    await trx
      .updateTable('refunds')
      .set(isByBank ? { state: 'failed' } : { amount_minor: refund.amount_minor - rest })
      .where('id', '=', refund.id)
      .execute();
    rest -= Math.min(rest, refund.amount_minor);
  }
  const deducted = cancellation.state === 'agreed' ? lostMinor : lostMinor - rest;
  await trx
    .updateTable('amendments')
    .set({ refund_minor: sql`greatest(0, refund_minor - ${deducted}::bigint)` })
    .where('id', '=', cancellation.id)
    .execute();
}
