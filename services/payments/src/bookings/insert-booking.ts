import { randomUUID } from 'node:crypto';
import type { BookingRequest, User } from '@fareline/contracts';
import type { Deps } from '../deps.ts';
import type { Payment } from '../cards/payment.repository.ts';
import type { PricedOffer } from '../cards/quote.ts';
import { hashVisitorId, type Visitor } from '../cards/visitor.ts';
import { fromNow, createLeaseToken } from '../db/leases.ts';
import type { OrderPlan } from '../db/tables/bookings.table.ts';
import { getCurrentRequestId } from '../request-id.ts';
import { hashClaimToken } from '../keyed-hasher.ts';
import { toBookingData, getLastArrival } from './booking-data.ts';
import type { Booking } from './booking.repository.ts';

export interface NewBooking {
  request: BookingRequest;
  requestHash: string;
  payment: Payment;
  quote: PricedOffer;
  plan: OrderPlan;
  user: User | null;
  visitor: Visitor;
  siteOrigin: string;
  keyId: string;
}

export type InsertBookingOutcome =
  { kind: 'inserted'; booking: Booking } | { kind: 'payment_used' } | { kind: 'offer_request_locked' };

class BookingConflictError extends Error {
  readonly kind: 'payment_used' | 'offer_request_locked';
  constructor(kind: 'payment_used' | 'offer_request_locked') {
    super(kind);
    this.kind = kind;
  }
}

/**
 * Commits the booking in `authorised` together with its payment and its booking lock, so that only one of several attempts
 * with the same payment or offer request succeeds. (MONEY-27)
 */
export async function insertBooking(deps: Deps, newBooking: NewBooking): Promise<InsertBookingOutcome> {
  const { db, config, killPoint, hasher } = deps;
  const { payment, quote, plan, user, keyId } = newBooking;
  const id = randomUUID();
  const [primary] = plan.passengers;
  if (!primary) throw new Error('a booking needs at least one passenger');
  killPoint('before:booking:authorised');
  try {
    const booking = await db.transaction().execute(async (trx) => {
      const boundPayment = await trx
        .updateTable('payments')
        .set({ booking_id: id })
        .where('id', '=', payment.id)
        .where('state', '=', 'authorised')
        .where('booking_id', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!boundPayment) throw new BookingConflictError('payment_used');
      const lock = await trx
        .insertInto('claims')
        .values({ mode: payment.mode, offer_request_id: quote.offer_request_id, booking_id: id })
        .onConflict((conflict) => conflict.doNothing())
        .returning('booking_id')
        .executeTakeFirst();
      if (!lock) throw new BookingConflictError('offer_request_locked');
      const row = await trx
        .insertInto('bookings')
        .values({
          id,
          payment_id: payment.id,
          mode: payment.mode,
          brand: payment.brand,
          user_id: user?.id ?? null,
          visitor_hash: hashVisitorId(deps, newBooking.visitor.id),
          site_origin: newBooking.siteOrigin,
          offer_id: quote.offer.id,
          offer_request_id: quote.offer_request_id,
          request_hash: newBooking.requestHash,
          state: 'authorised',
          order_plan: JSON.stringify(plan),
          quoted_at: new Date(),
          amount_minor: payment.amount_minor,
          currency: payment.currency,
          contact_email: primary.email,
          contact_first_name: primary.given_name,
          contact_last_name: primary.family_name,
          booking_data: JSON.stringify(toBookingData(quote, plan.passengers)),
          claim_token_hash: user ? null : hashClaimToken(hasher.deriveClaimToken(id)),
          last_arrival_at: getLastArrival(quote),
          request_id: getCurrentRequestId(),
          lease_token: createLeaseToken(),
          lease_until: fromNow(config.BOOKING_LEASE_MS),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await trx.insertInto('booking_steps').values({ booking_id: id, state: 'authorised' }).execute();
      await trx.updateTable('idempotency_keys').set({ booking_id: id }).where('id', '=', keyId).execute();
      return row;
    });
    killPoint('after:booking:authorised');
    return { kind: 'inserted', booking };
  } catch (error) {
    if (error instanceof BookingConflictError) return { kind: error.kind };
    throw error;
  }
}
