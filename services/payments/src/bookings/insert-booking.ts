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
  { kind: 'opened'; booking: Booking } | { kind: 'payment_used' } | { kind: 'offer_claimed' };

class BookingConflictError extends Error {
  readonly kind: 'payment_used' | 'offer_claimed';
  constructor(kind: 'payment_used' | 'offer_claimed') {
    super(kind);
    this.kind = kind;
  }
}

/**
 * One commit: the payment belongs to this booking, the offer request is claimed, the row says `authorised`. Of several
 * attempts with one payment, or on one offer request, one comes through. (MONEY-27)
 */
export async function insertBooking(deps: Deps, opening: NewBooking): Promise<InsertBookingOutcome> {
  const { db, config, killPoint, hasher: secrets } = deps;
  const { payment, quote, plan, user, keyId } = opening;
  const id = randomUUID();
  const [primary] = plan.passengers;
  if (!primary) throw new Error('a booking has passengers');
  killPoint('before:booking:authorised');
  try {
    const booking = await db.transaction().execute(async (trx) => {
      const bound = await trx
        .updateTable('payments')
        .set({ booking_id: id })
        .where('id', '=', payment.id)
        .where('state', '=', 'authorised')
        .where('booking_id', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!bound) throw new BookingConflictError('payment_used');
      const claimed = await trx
        .insertInto('claims')
        .values({ mode: payment.mode, offer_request_id: quote.offer_request_id, booking_id: id })
        .onConflict((conflict) => conflict.doNothing())
        .returning('booking_id')
        .executeTakeFirst();
      if (!claimed) throw new BookingConflictError('offer_claimed');
      const row = await trx
        .insertInto('bookings')
        .values({
          id,
          payment_id: payment.id,
          mode: payment.mode,
          brand: payment.brand,
          user_id: user?.id ?? null,
          visitor_hash: hashVisitorId(deps, opening.visitor.id),
          site_origin: opening.siteOrigin,
          offer_id: quote.offer.id,
          offer_request_id: quote.offer_request_id,
          request_hash: opening.requestHash,
          state: 'authorised',
          order_plan: JSON.stringify(plan),
          quoted_at: new Date(),
          amount_minor: payment.amount_minor,
          currency: payment.currency,
          contact_email: primary.email,
          contact_first_name: primary.given_name,
          contact_last_name: primary.family_name,
          booking_data: JSON.stringify(toBookingData(quote, plan.passengers)),
          claim_token_hash: user ? null : hashClaimToken(secrets.deriveClaimToken(id)),
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
    return { kind: 'opened', booking };
  } catch (error) {
    if (error instanceof BookingConflictError) return { kind: error.kind };
    throw error;
  }
}
