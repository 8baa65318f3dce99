import type { Mode } from '@fareline/contracts';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { sql } from 'kysely';
import { alertOperator } from '../cards/payment-steps.ts';
import { getPayment } from '../cards/payment.repository.ts';
import type { Database, RefundState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { LedgerRefund } from '../ledger/provider-ledger.ts';
import { getCurrentRequestId } from '../request-id.ts';
import { toHandRefundSubject } from '../review-cases/case-decisions.ts';
import { closeCaseOf, openReviewCase } from '../review-cases/review-case.repository.ts';
import { auditRefund } from './audit-refund.ts';
import { getBooking, insertOutboxEvents } from '../bookings/booking.repository.ts';
import { listOwed } from './list-owed.ts';
import { outdateQuotes } from './outdate-quotes.ts';
import { getPaidPayment, listPaidPayments, sumLeft } from './paid-payments.ts';
import { hasReason, restoreReason } from './refund-metadata.ts';
import { listBookingRefunds, type Refund } from './refund.repository.ts';

/** States in which each state of the provider is taken over: nothing leaves `failed`, and an answer that is late changes nothing. */
const statesBefore: Record<LedgerRefund['state'], readonly RefundState[]> = {
  pending: ['due'],
  succeeded: ['due', 'pending'],
  failed: ['due', 'pending', 'succeeded'],
};

/** An advance that has failed is part of what the cancellation and the changes give back that were less by it. (REFUND-02, LEDGER-06) */
async function oweAdvance(trx: Database, bookingId: string, minor: number): Promise<void> {
  const reduced = await trx
    .selectFrom('amendments')
    .select(['id', 'advance_minor'])
    .where('booking_id', '=', bookingId)
    .where('advance_minor', '>', 0)
    .where('state', 'in', ['agreed', 'done'])
    .orderBy('agreed_at', 'desc')
    .execute();
  let rest = minor;
  for (const { id, advance_minor } of reduced) {
    const owed = Math.min(rest, advance_minor);
    await trx
      .updateTable('amendments')
      .set({ refund_minor: sql`refund_minor + ${owed}`, advance_minor: sql`advance_minor - ${owed}` })
      .where('id', '=', id)
      .execute();
    rest -= owed;
  }
}

/** A dispute that was decided after the refund was due has held it. */
const wasHeld = async (trx: Database, { payment_id, created_at }: Refund): Promise<boolean> =>
  (await getPaidPayment(trx, payment_id)).disputes.some(
    ({ decided_at }) => decided_at !== null && decided_at > created_at,
  );

/** Closes the cases of failed refunds whose money another one has paid since: in their place, with what they were taken off, or as the last. */
async function closeRepaidCases(trx: Database, bookingId: string): Promise<void> {
  const payments = await listPaidPayments(trx, bookingId);
  const refunds = payments.flatMap((payment) => payment.refunds);
  const owed = await listOwed(trx, bookingId, refunds);
  const isRepaid = ({ cancellation_id, change_id, is_advance, amount_minor, created_at }: Refund) => {
    const source = owed.find(
      ({ id, kind }) => id === (cancellation_id ?? change_id) || (is_advance && kind === 'cancellation'),
    );
    if (source) return source.missing <= 0;
    // Goodwill that was paid again, or nothing is left of it.
    const isPaidAgain = refunds.some(
      (refund) =>
        refund.action_id !== null &&
        refund.state !== 'failed' &&
        refund.created_at > created_at &&
        refund.amount_minor >= amount_minor,
    );
    return isPaidAgain || sumLeft(payments) === 0;
  };
  for (const { id, provider_id } of refunds.filter((refund) => refund.state === 'failed' && isRepaid(refund)))
    await closeCaseOf(trx, 'refund_failed', provider_id ?? id, 'a refund');
}

/**
 * Records what the card provider says of a refund, once: its audit event when the provider has it, and a case of the review queue and a
 * mail when it failed, at once or later. One that the provider refused has no id there. (LEDGER-01, ACCOUNT-05)
 */
export async function recordRefund(
  deps: Deps,
  { id }: Pick<Refund, 'id'>,
  { id: providerId, state }: Pick<LedgerRefund, 'state'> & { id: string | null },
): Promise<void> {
  const { failedPayment, mails = [] } = await deps.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!statesBefore[state].includes(before.state)) return {};
    await trx
      .updateTable('refunds')
      .set({
        ...{ state, provider_id: providerId, made_at: before.made_at ?? sql`now()`, lease_until: null },
        ...{ state_since: sql`now()`, called_at: null, refusal: null },
      })
      .where('id', '=', id)
      .execute();
    const payment = await getPayment(trx, before.payment_id);
    const { booking_id: bookingId, mode } = payment;
    if (bookingId && before.state === 'due' && state !== 'failed') {
      await auditRefund(trx, await getBooking(trx, bookingId), before, {
        action: 'refund_paid',
        actor: 'system',
        ip_address: null,
      });
      await closeRepaidCases(trx, bookingId);
      const isTold = before.cancellation_id !== null || before.change_id !== null;
      // The mail of a cancellation or a change tells of its refund, unless a dispute has held it.
      if (before.action_id !== null || !isTold || (await wasHeld(trx, before)))
        return { mails: await insertOutboxEvents(trx, bookingId, [{ kind: 'mail_refunded', eventId: id }]) };
    }
    if (state !== 'failed') return {};
    if (bookingId) await outdateQuotes(trx, bookingId);
    if (bookingId && before.is_advance) await oweAdvance(trx, bookingId, before.amount_minor);
    const mails = bookingId
      ? await insertOutboxEvents(trx, bookingId, [{ kind: 'mail_refund_failed', eventId: id }])
      : [];
    await openReviewCase(trx, {
      ...{ kind: 'refund_failed', subject: providerId ?? id, mode, bookingId, paymentId: payment.id },
      summary: providerId
        ? 'A refund failed; the money is still with us and can be refunded again.'
        : 'The card provider refused a refund, because less is left of the payment; refund what is left.',
    });
    return { failedPayment: payment, mails };
  });
  for (const mail of mails) deps.enqueue.outboxEvent(mail.id);
  if (failedPayment) alertOperator(deps, failedPayment, 'a refund failed');
}

/** The cancellation whose own refund has failed: what a person pays by hand then is in its place. */
async function findUnpaidCancellation(trx: Database, bookingId: string): Promise<string | null> {
  const owed = await listOwed(trx, bookingId, await listBookingRefunds(trx, bookingId));
  const unpaid = owed.find(
    ({ kind, state, missing, refunds }) =>
      kind === 'cancellation' &&
      state === 'done' &&
      missing > 0 &&
      refunds.some((refund) => refund.state === 'failed'),
  );
  return unpaid?.id ?? null;
}

/**
 * Records a refund of the provider's list or of an event. One that is in no table was made by hand there: it gets a row, because it
 * reduces what can be refunded, and is told. Does nothing for a payment of another system. (LEDGER-01)
 */
export async function recordProviderRefund(deps: Deps, mode: Mode, refund: LedgerRefund): Promise<void> {
  const { db } = deps;
  const ownId = refund.refundId && isUuid(refund.refundId) ? refund.refundId : null;
  const known = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('refunds.id')
    .where('mode', '=', mode)
    .where('intent_id', '=', refund.intentId)
    .where((eb) =>
      eb.or([eb('provider_id', '=', refund.id), ...(ownId ? [eb('refunds.id', '=', ownId)] : [])]),
    )
    .executeTakeFirst();
  if (known) {
    await recordRefund(deps, known, refund);
    return;
  }
  if (refund.state === 'failed') return;
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'booking_id'])
    .where('mode', '=', mode)
    .where('intent_id', '=', refund.intentId)
    .executeTakeFirst();
  if (!payment) return;
  const mails = await db.transaction().execute(async (trx) => {
    const { booking_id: bookingId } = payment;
    const reason =
      bookingId && ownId
        ? await restoreReason(trx, bookingId, refund)
        : { cancellation_id: bookingId && (await findUnpaidCancellation(trx, bookingId)) };
    const inserted = await trx
      .insertInto('refunds')
      .values({
        ...reason,
        // One of ours that a restored dump has lost keeps its id.
        id: ownId ?? sql`gen_random_uuid()`,
        payment_id: payment.id,
        ...{ provider_id: refund.id, state: refund.state, made_at: sql<Date>`now()` },
        ...{ amount_minor: refund.minor, currency: refund.currency, request_id: getCurrentRequestId() },
      })
      // Another one may insert it at the same time: of one of ours, its id says so before provider_id does.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted || !bookingId) return [];
    if (ownId && !hasReason(refund))
      await openReviewCase(
        trx,
        {
          ...{ kind: 'reconciliation', subject: toHandRefundSubject(refund.id), mode },
          ...{ bookingId, paymentId: payment.id },
          summary:
            'A restored dump has lost why a refund of ours was made, and the card provider does not have it. Say whether it was made in advance of what the airline gives back, which is then less by it, or besides.',
        },
        { reopens: false },
      );
    await outdateQuotes(trx, bookingId);
    await closeRepaidCases(trx, bookingId);
    // One of ours was mailed when it was made.
    return ownId ? [] : insertOutboxEvents(trx, bookingId, [{ kind: 'mail_refunded', eventId: inserted.id }]);
  });
  for (const mail of mails) deps.enqueue.outboxEvent(mail.id);
}
