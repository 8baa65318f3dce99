import { formatMinor } from '@fareline/contracts';
import { formatMinorWithCode } from '@fareline/presentation/formats';
import { AppError } from '@fareline/service-kit/app-error';
import type { StoredChange } from '../amendments/amendment.repository.ts';
import { insertAuditEvent } from '../audit/audit-event.repository.ts';
import { formatBookingReference } from '../bookings/format-reference.ts';
import type { Deps } from '../deps.ts';
import { payRefund } from '../refunds/pay-refunds.ts';
import { toActionFacts } from './action-facts.ts';
import {
  assertPossible,
  prepareAction,
  type ActionContext,
  type ActionRequest,
  type Work,
} from './actions.ts';
import { summariseChange } from './change-for-caller.ts';
import { getReviewedBooking, readRecorded } from './recorded-booking.ts';
import { findAsked, takeOtherRequest } from './second-colleague.ts';

/**
 * Does what support decided, once for each `actionId`: the action, its audit event and its effect are one commit. The effect is a
 * state from which the booking's steps go on, a mail in the outbox, or a refund that a job pays. Throws BOOKING_NOT_FOUND,
 * IDEMPOTENCY_KEY_REUSED, ACTION_NOT_POSSIBLE, SECOND_COLLEAGUE_NEEDED, PROVIDER_UNAVAILABLE, or what a cancellation by the traveller throws. (REVIEW-02)
 */
export async function actOnBooking(
  deps: Deps,
  bookingId: string,
  request: ActionRequest,
  { user, ipAddress }: Pick<ActionContext, 'user' | 'ipAddress'>,
): Promise<void> {
  const { db } = deps;
  const booking = await getReviewedBooking(db, bookingId);
  const readEarlier = () =>
    db
      .selectFrom('booking_actions')
      .select(['booking_id', 'action', 'asked_for'])
      .where('id', '=', request.actionId)
      .executeTakeFirst();
  type Earlier = Awaited<ReturnType<typeof readEarlier>>;
  const isDone = (earlier: Earlier) => earlier?.booking_id === bookingId && earlier.action === request.action;
  const earlier = await readEarlier();
  if (isDone(earlier)) return;
  if (earlier?.booking_id === bookingId && earlier.asked_for) throw new AppError('SECOND_COLLEAGUE_NEEDED');
  if (earlier) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  const { currency } = booking;
  let work: Work;
  try {
    work = await prepareAction({ deps, booking, user, ipAddress }, request);
  } catch (error) {
    // The first of two presses may be done meanwhile, which leaves nothing to prepare.
    if (isDone(await readEarlier())) return;
    throw error;
  }
  const { minor, change } = work;
  const asked = findAsked(deps.config, request, work, currency);
  const done = await db.transaction().execute(async (trx) => {
    // Actions on a booking wait for each other, so that each sees what the one before has left.
    await trx.selectFrom('bookings').select('id').where('id', '=', bookingId).forUpdate().execute();
    const isAlone = asked !== undefined && !(await takeOtherRequest(trx, bookingId, asked, user.id));
    const inserted = await trx
      .insertInto('booking_actions')
      .values({
        ...{ id: request.actionId, booking_id: bookingId, user_id: user.id, user_name: user.username },
        ...(isAlone
          ? {
              ...{ action: 'note', asked_for: asked.key },
              text: `Asks a second colleague for ${asked.words}: ${request.text}`,
            }
          : { action: request.action, text: work.text ?? describeWork(work, request, currency) }),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return undefined;
    // An action that depends on what the providers say refuses itself.
    const facts = toActionFacts(await readRecorded(trx, bookingId));
    assertPossible(facts, request);
    const refund = isAlone ? undefined : await work.apply?.(trx, facts);
    const amount: Record<string, string> =
      minor === undefined ? {} : { amount: formatMinor(minor, currency), currency };
    await insertAuditEvent(trx, {
      action: 'booking_reviewed',
      actor: 'user',
      user_id: user.id,
      subject: formatBookingReference(booking) || booking.id,
      details: {
        booking: booking.id,
        action: request.action,
        ...amount,
        ...(change && toAuditedChange(change)),
        ...work.details,
        ...(isAlone && { waits: 'for a second colleague' }),
        reason: request.text ?? '',
      },
      ip_address: ipAddress,
    });
    return { refund, isAlone };
  });
  if (!done) return;
  if (done.isAlone) throw new AppError('SECOND_COLLEAGUE_NEEDED');
  deps.log.info({ booking: bookingId, action: request.action }, 'action of support');
  deps.enqueue.booking(bookingId);
  if (done.refund) await payRefund(deps, done.refund);
}

const toAuditedChange = ({ id, currency, ...change }: StoredChange): Record<string, string> => ({
  change: id,
  charge: formatMinor(change.charge_minor, currency),
  refund: formatMinor(change.refund_minor, currency),
  credit: formatMinor(change.credit_minor, currency),
  currency,
});

const describeWork = ({ minor, change }: Work, { text }: ActionRequest, currency: string): string =>
  [change && summariseChange(change), minor !== undefined && formatMinorWithCode(minor, currency), text]
    .filter(Boolean)
    .join(': ');
