import { randomUUID } from 'node:crypto';
import { formatMinor } from '@fareline/contracts';
import { sql } from 'kysely';
import { insertAuditEvent } from '../audit/audit-event.repository.ts';
import { getLastArrival } from '../bookings/booking-data.ts';
import { leaseBooking } from '../bookings/booking-lease.repository.ts';
import { insertSentMail } from '../bookings/booking.repository.ts';
import { recordDisputes } from '../disputes/record-dispute.ts';
import { recordProviderRefund } from '../refunds/record-refund.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { hashToken } from '../keyed-hasher.ts';
import { getCase, lockCase, type StoredCase } from '../review-cases/review-case.repository.ts';
import type { Decision } from './close-case.ts';
import { joinChanges, toChargedColumns } from './join-changes.ts';
import { notPossible } from './not-possible.ts';
import { readOrphans, type Orphans } from './read-orphans.ts';

/**
 * Makes the rows of an order and its payment from what both providers say, and closes their case, once. Throws CASE_NOT_FOUND,
 * ACTION_NOT_POSSIBLE when they do not agree, or PROVIDER_UNAVAILABLE. Returns the booking's id. (LEDGER-07)
 */
export async function joinOrphans(deps: Deps, caseId: string, decision: Decision): Promise<string> {
  const { db, log } = deps;
  const row = await getCase(db, caseId);
  if (row.closed_at && row.booking_id) return row.booking_id;
  const orphans = await readOrphans(deps, row);
  const { bookingId, own, others, disputes } = orphans;
  await db.transaction().execute(async (trx) => {
    const { closed_at } = await lockCase(trx, caseId);
    if (closed_at) return;
    await assertUnknown(trx, orphans);
    await insertRows(deps, trx, row, orphans);
    await recordDecision(trx, row, orphans, decision);
  });
  for (const refund of [own, ...others].flatMap(({ refunds }) => refunds))
    await recordProviderRefund(deps, row.mode, refund);
  await recordDisputes(deps, row.mode, disputes);
  const cancelling = await leaseBooking(deps, bookingId, 'cancelling');
  if (cancelling) await deps.advanceBooking(deps, cancelling);
  log.info({ booking: bookingId }, 'order and payment joined into a booking');
  return bookingId;
}

/** No other row has the order or the charge. */
async function assertUnknown(trx: Database, { bookingId, paymentId, order, own }: Orphans): Promise<void> {
  const booking = await trx
    .selectFrom('bookings')
    .select('id')
    .where((eb) =>
      eb.or([eb('id', '=', bookingId), eb('order_id', '=', order.id), eb('payment_id', '=', paymentId)]),
    )
    .executeTakeFirst();
  const payment = await trx
    .selectFrom('payments')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', paymentId), eb('intent_id', '=', own.intent.id)]))
    // A dump of the time between card and booking has the payment alone.
    .where((eb) => eb.or([eb('id', '!=', paymentId), eb('booking_id', 'is not', null)]))
    .executeTakeFirst();
  if (booking || payment) throw notPossible('A booking or payment of ours has this order or charge already.');
}

async function insertRows(
  { config, hasher }: Deps,
  trx: Database,
  { mode }: StoredCase,
  orphans: Orphans,
): Promise<void> {
  const { bookingId, paymentId, order, orderedAt, firstAmount, own } = orphans;
  const charged = { ...toChargedColumns(mode, own), booking_id: bookingId };
  const { brand, visitor_hash, amount_minor, currency, request_id } = charged;
  const latest = await trx
    .selectFrom('bookings')
    .select('site_origin')
    .where('brand', '=', brand)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const [first] = order.data.passengers;
  await trx
    .insertInto('payments')
    .values({
      ...{ ...charged, id: paymentId, purchase_kind: 'offer', purchase_id: order.offerId },
      ...{ requested_offer_id: order.offerId, extras: '' },
    })
    .onConflict((conflict) => {
      const { booking_id, intent_id, state, lease_until } = charged;
      const joined = { booking_id, intent_id, amount_minor, currency, state, lease_until };
      return conflict.column('id').doUpdateSet({ ...joined, state_since: sql`now()` });
    })
    .execute();
  const tokenOwner = { id: bookingId, access_version: 0 };
  const inserted = await trx
    .insertInto('bookings')
    .values({
      ...{ mode, brand, visitor_hash, amount_minor, currency, request_id },
      ...{ id: bookingId, payment_id: paymentId, request_hash: null },
      // The offer request is stated by neither provider; only a booking before its order needs it.
      ...{ offer_id: order.offerId, offer_request_id: order.offerId },
      // Its step ends it with what comes back.
      state: order.isCancelled ? 'cancelling' : 'confirmed',
      site_origin: latest?.site_origin ?? config.SITE_ORIGIN[0] ?? '',
      ...{ order_id: order.id, booking_reference: order.bookingReference },
      ...{ provider_amount: firstAmount, provider_currency: order.currency },
      ...{ quoted_at: orderedAt, created_at: orderedAt },
      contact_email: order.email,
      contact_first_name: first?.given_name ?? '',
      contact_last_name: first?.family_name ?? '',
      booking_data: JSON.stringify({
        ...order.data,
        booking_reference: order.bookingReference,
        total_amount: formatMinor(amount_minor, currency),
        total_currency: currency,
      }),
      claim_token_hash: hashToken(hasher.deriveClaimToken(tokenOwner)),
      status_token_hash: hashToken(hasher.deriveStatusToken(tokenOwner)),
      last_arrival_at: getLastArrival(order.data.slices, orderedAt),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('bookings')
    .set(await joinChanges(trx, inserted, orphans))
    .where('id', '=', bookingId)
    .execute();
  // The daily close counts order and capture on the day of their steps.
  const step = { booking_id: bookingId, at: orderedAt };
  const steps = (['ordered', 'confirmed'] as const).map((state) => ({ ...step, state }));
  await trx.insertInto('booking_steps').values(steps).execute();
  await insertSentMail(trx, bookingId, 'mail_confirmed', orderedAt);
}

async function recordDecision(
  trx: Database,
  row: StoredCase,
  { bookingId, paymentId, order, own, others }: Orphans,
  { user, ipAddress, text }: Decision,
): Promise<void> {
  const { receivedMinor, currency } = own.intent;
  await trx
    .updateTable('review_cases')
    .set({ closed_at: sql`now()`, closed_by: user.username, booking_id: bookingId, payment_id: paymentId })
    .where('closed_at', 'is', null)
    .where('subject', 'in', [
      ...[row.subject, `order_unknown:${order.id}`],
      ...[own, ...others].map(({ intent }) => `payment_unknown:${intent.id}`),
      // The case of the payment alone has its id as subject.
      paymentId,
    ])
    .execute();
  await trx
    .insertInto('booking_actions')
    .values({
      ...{ id: randomUUID(), booking_id: bookingId, action: 'join', text },
      ...{ user_id: user.id, user_name: user.username },
    })
    .execute();
  await insertAuditEvent(trx, {
    action: 'booking_reviewed',
    actor: 'user',
    user_id: user.id,
    subject: order.bookingReference ?? bookingId,
    details: {
      ...{ booking: bookingId, action: 'join', reason: text },
      ...{ amount: formatMinor(receivedMinor, currency), currency },
    },
    ip_address: ipAddress,
  });
}
