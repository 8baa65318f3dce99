import { fromNow, getRetryDelayMs, leaseDue } from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import { auditRefund } from '../bookings/audit-refund.ts';
import { getBooking } from '../bookings/booking.repository.ts';
import { getPayment } from '../cards/payment.repository.ts';
import type { Deps } from '../deps.ts';
import { runWithRequestId } from '../request-id.ts';
import type { BookingAction } from '../review-cases/booking-action.repository.ts';
import { openBookingCase } from '../review-cases/review-case.repository.ts';

/** After this many failures the refund is a case of the queue; it is still retried. */
const attemptsBeforeReview = 5;

/** Pays the due refunds that support decided, or only that of one action: each once, however often it is retried. */
export async function payRefundActions(deps: Deps, id?: string): Promise<void> {
  const { db, config } = deps;
  const actions = await leaseDue<BookingAction>(db, 'booking_actions', {
    leaseMs: 4 * config.STRIPE_TIMEOUT_MS + config.LEASE_MARGIN_MS,
    where: sql`done_at is null and ${id === undefined ? sql`true` : sql`id = ${id}`}`,
  });
  await Promise.all(actions.map((action) => payRefund(deps, action)));
}

async function payRefund(deps: Deps, action: BookingAction): Promise<void> {
  const { db, cardGateway, config, log } = deps;
  const booking = await getBooking(db, action.booking_id);
  const payment = await getPayment(db, booking.payment_id);
  const { refund_minor: minor, refund_key: key } = action;
  if (minor === null || !payment.intent_id) return;
  const intentId = payment.intent_id;
  const money = { minor, currency: booking.currency };
  const leasedRow = db
    .updateTable('booking_actions')
    .where('id', '=', action.id)
    .where('lease_token', '=', action.lease_token);
  const outcome = await runWithRequestId(booking, () =>
    cardGateway
      .refund(payment.mode, { action_id: action.id }, intentId, money, key)
      .catch((cause: unknown) => ({ kind: 'failed' as const, cause })),
  );
  if (outcome.kind === 'refunded') {
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('booking_actions')
        .set({ refund_id: outcome.refundId, done_at: sql`now()`, lease_until: null })
        .where('id', '=', action.id)
        .execute();
      await auditRefund(
        trx,
        booking,
        { refund_minor: minor, currency: booking.currency },
        { action: 'refund_paid', actor: 'system', ip_address: null },
      );
    });
    return;
  }
  log.warn({ err: outcome.cause, booking: booking.id, action: action.id }, 'refund failed, will be retried');
  if (action.attempts + 1 === attemptsBeforeReview)
    await openBookingCase(db, booking, {
      ...{ kind: 'refund_failed', subject: action.id },
      summary: 'A refund that support decided keeps failing.',
    });
  await leasedRow
    .set({
      attempts: action.attempts + 1,
      lease_until: null,
      next_attempt_at: fromNow(getRetryDelayMs(config, action.attempts)),
      // Stripe replays a 500 for its key.
      ...(outcome.kind === 'server_error' ? { refund_key: key + 1 } : {}),
    })
    .execute();
}
