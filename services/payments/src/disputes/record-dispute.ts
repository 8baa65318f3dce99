import type { Mode } from '@fareline/contracts';
import { formatMinorWithCode } from '@fareline/presentation/formats';
import { sql } from 'kysely';
import { insertOutboxEvents } from '../bookings/booking.repository.ts';
import type { Payment } from '../cards/payment.repository.ts';
import type { DisputeState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { LedgerDispute } from '../ledger/provider-ledger.ts';
import { deductLost } from '../refunds/deduct-lost.ts';
import { outdateQuotes } from '../refunds/outdate-quotes.ts';
import { getPaidPayment, isDisputed, isReturnedByBank } from '../refunds/paid-payments.ts';
import { openReviewCase } from '../review-cases/review-case.repository.ts';

const disputeSummaries: Record<DisputeState, (lost: string) => string> = {
  open: () =>
    'The cardholder disputes the payment; the card provider waits for evidence. Nothing of it is refunded until that is decided.',
  won: () => 'A dispute of the payment was won: the money stays, and refunds are possible again.',
  lost: (lost) =>
    `A dispute of the payment was lost: the bank has given ${lost} back. Only what is left besides can be refunded.`,
};

/** Another one of the payment is not decided yet. */
const stillHeld = ' Another dispute of the payment is still open, so nothing is refunded before that.';

/** An amount in another currency does not tell which part of the charge is disputed, so all of it counts. */
const getDisputedMinor = (
  { minor, currency }: LedgerDispute,
  payment: Pick<Payment, 'amount_minor' | 'currency'>,
): number => (currency === payment.currency ? Math.min(minor, payment.amount_minor) : payment.amount_minor);

/**
 * Records what the card provider says of a dispute now, whichever event told of it and in which order. The payer of refunds waits for
 * the decision of each; the traveller is told of those that a lost one ends. (LEDGER-06, LEDGER-14)
 */
export async function recordDispute(deps: Deps, mode: Mode, disputeId: string): Promise<void> {
  const dispute = await deps.cardGateway.readDispute(mode, disputeId);
  if (!dispute) return;
  const { id, intentId, state, createdAt: opened_at } = dispute;
  const mails = await deps.db.transaction().execute(async (trx) => {
    const payment = await trx
      .selectFrom('payments')
      .select(['id', 'booking_id', 'amount_minor', 'currency'])
      .where('mode', '=', mode)
      .where('intent_id', '=', intentId)
      .forUpdate()
      .executeTakeFirst();
    // The account may have payments of other systems.
    if (!payment) return [];
    const before = await getPaidPayment(trx, payment.id);
    if (before.disputes.some((known) => known.id === id && known.state === state)) return [];
    const amount_minor = getDisputedMinor(dispute, payment);
    const decided_at = state === 'open' ? null : sql<Date>`now()`;
    await trx
      .insertInto('disputes')
      .values({ id, payment_id: payment.id, state, amount_minor, opened_at, decided_at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ state, amount_minor, decided_at }))
      .execute();
    if (state === 'lost') await deductLost(trx, payment, amount_minor);
    const paid = await getPaidPayment(trx, payment.id);
    const isHeld = state !== 'open' && isDisputed(paid);
    const lost = formatMinorWithCode(amount_minor, payment.currency);
    await openReviewCase(trx, {
      ...{ kind: 'dispute', subject: id, mode },
      summary: `${disputeSummaries[state](lost)}${isHeld ? stillHeld : ''}`,
      ...{ bookingId: payment.booking_id, paymentId: payment.id },
    });
    // What has waited for it is due now.
    await trx
      .updateTable('refunds')
      .set({ next_attempt_at: sql`now()` })
      .where('payment_id', '=', payment.id)
      .where('state', '=', 'due')
      .execute();
    const ended = paid.refunds.filter(
      (refund) => isReturnedByBank(refund, paid) && !isReturnedByBank(refund, before),
    );
    const events = ended.map(({ id: eventId }) => ({ kind: 'mail_refunded' as const, eventId }));
    if (!payment.booking_id) return [];
    await outdateQuotes(trx, payment.booking_id);
    return insertOutboxEvents(trx, payment.booking_id, events);
  });
  for (const mail of mails) deps.enqueue.outboxEvent(mail.id);
}

/** Records what no event has told of the disputes in the provider's list. (LEDGER-06, LEDGER-14) */
export async function recordDisputes(
  deps: Deps,
  mode: Mode,
  disputes: readonly LedgerDispute[],
): Promise<void> {
  const known = await deps.db
    .selectFrom('disputes')
    .select(['id', 'state'])
    .where('id', 'in', ['', ...disputes.map(({ id }) => id)])
    .execute();
  for (const { id, state } of disputes)
    if (!known.some((row) => row.id === id && row.state === state)) await recordDispute(deps, mode, id);
}
