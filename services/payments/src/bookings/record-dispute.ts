import type { Mode } from '@fareline/contracts';
import type { DisputeState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { LedgerDispute } from '../ledger/provider-ledger.ts';
import { openReviewCase } from '../review-cases/review-case.repository.ts';
import { insertOutboxEvents } from './booking.repository.ts';
import { isReturnedByBank, listRefunds } from './refund.repository.ts';

const disputeSummaries: Record<DisputeState, string> = {
  open: 'The cardholder disputes the payment; the card provider waits for evidence. Nothing is refunded until it is decided.',
  won: 'A dispute of the payment was won: the money stays, and refunds are possible again.',
  lost: 'A dispute of the payment was lost: the bank has given the money back, so nothing is refunded.',
};

/**
 * Records what the card provider says of a dispute now, whichever event told of it and in which order. The payer of refunds waits for
 * its decision; the traveller is told of those that a lost one ends. (LEDGER-06)
 */
export async function recordDispute(deps: Deps, mode: Mode, disputeId: string): Promise<void> {
  const dispute = await deps.cardGateway.readDispute(mode, disputeId);
  if (!dispute) return;
  const { id: subject, intentId, state } = dispute;
  const mails = await deps.db.transaction().execute(async (trx) => {
    const payment = await trx
      .updateTable('payments')
      .set({ dispute_state: state })
      .where('mode', '=', mode)
      .where('intent_id', '=', intentId)
      .where('dispute_state', 'is distinct from', state)
      .returning(['id', 'booking_id'])
      .executeTakeFirst();
    // The account may have payments of other systems.
    if (!payment) return [];
    await openReviewCase(trx, {
      ...{ kind: 'dispute', subject, mode, summary: disputeSummaries[state] },
      ...{ bookingId: payment.booking_id, paymentId: payment.id },
    });
    const refunds = await listRefunds(trx, payment.id);
    const ended = refunds.filter((refund) => isReturnedByBank(refund, { dispute_state: state }));
    const events = ended.map(({ id: eventId }) => ({ kind: 'mail_refunded' as const, eventId }));
    return payment.booking_id ? insertOutboxEvents(trx, payment.booking_id, events) : [];
  });
  for (const { id } of mails) deps.enqueue.outboxEvent(id);
}

/** Records what no event has told of the disputes in the provider's list; of several of a payment the newest counts. (LEDGER-06) */
export async function recordDisputes(
  deps: Deps,
  mode: Mode,
  disputes: readonly LedgerDispute[],
): Promise<void> {
  const byAge = disputes.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt));
  const newest = new Map(byAge.map((dispute) => [dispute.intentId, dispute]));
  const payments = await deps.db
    .selectFrom('payments')
    .select(['intent_id', 'dispute_state'])
    .where('mode', '=', mode)
    .where('intent_id', 'in', ['', ...newest.keys()])
    .execute();
  for (const { intent_id, dispute_state } of payments) {
    const dispute = newest.get(intent_id ?? '');
    if (dispute && dispute.state !== dispute_state) await recordDispute(deps, mode, dispute.id);
  }
}
