import { formatMinor, type Mode } from '@fareline/contracts';
import type { Payment } from '../cards/payment.repository.ts';
import type { DisputeState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { LedgerDispute } from '../ledger/provider-ledger.ts';
import { openReviewCase } from '../review-cases/review-case.repository.ts';
import { insertOutboxEvents } from '../bookings/booking.repository.ts';
import { isReturnedByBank, listRefunds } from '../refunds/refund.repository.ts';

const disputeSummaries: Record<DisputeState, (lost: string) => string> = {
  open: () =>
    'The cardholder disputes the payment; the card provider waits for evidence. Nothing is refunded until it is decided.',
  won: () => 'A dispute of the payment was won: the money stays, and refunds are possible again.',
  lost: (lost) =>
    `A dispute of the payment was lost: the bank has given ${lost} back. Only what is left besides can be refunded.`,
};

/** An amount in another currency does not tell which part of the charge is lost, so all of it counts. */
const getLostMinor = (
  { state, minor, currency }: LedgerDispute,
  payment: Pick<Payment, 'amount_minor' | 'currency'>,
): number => {
  if (state !== 'lost') return 0;
  return currency === payment.currency ? Math.min(minor, payment.amount_minor) : payment.amount_minor;
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
      .selectFrom('payments')
      .select(['id', 'booking_id', 'amount_minor', 'currency', 'dispute_state'])
      .where('mode', '=', mode)
      .where('intent_id', '=', intentId)
      .forUpdate()
      .executeTakeFirst();
    // The account may have payments of other systems.
    if (!payment || payment.dispute_state === state) return [];
    const lostMinor = getLostMinor(dispute, payment);
    await trx
      .updateTable('payments')
      .set({ dispute_state: state, dispute_lost_minor: lostMinor })
      .where('id', '=', payment.id)
      .execute();
    const lost = `${formatMinor(lostMinor, payment.currency)} ${payment.currency}`;
    await openReviewCase(trx, {
      ...{ kind: 'dispute', subject, mode, summary: disputeSummaries[state](lost) },
      ...{ bookingId: payment.booking_id, paymentId: payment.id },
    });
    const refunds = await listRefunds(trx, payment.id);
    const disputed = { ...payment, dispute_lost_minor: lostMinor };
    const ended = refunds.filter((refund) => isReturnedByBank(refund, disputed, refunds));
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
