import { formatMinor, type PriceChange } from '@fareline/contracts';
import { AppError, toAppError } from '@fareline/service-kit';
import { livePrice } from '../cards/quote.ts';
import { tellOfferUsed } from '../cards/used-offer.ts';
import type { Context } from '../context.ts';
import type { BookingFailure, OrderPlan } from '../db/tables/bookings.ts';
import type { PlacedOrder } from '../duffel/duffel-door.ts';
import { isPassing } from '../idempotency/keys.ts';
import { failureJson, moveBooking, type Booking } from './booking-rows.ts';

const goneCodes: readonly string[] = ['OFFER_UNAVAILABLE', 'OFFER_EXPIRED'];

/** Nothing was ordered, so the hold goes back; the offer request is free again unless the offer is gone. (MONEY-24) */
export async function giveBack(
  context: Context,
  booking: Booking,
  failure: BookingFailure,
): Promise<Booking> {
  const patch = { failure: failureJson(failure) };
  if (goneCodes.includes(failure.code)) {
    tellOfferUsed(context, booking.offer_id);
    return moveBooking(context, booking, 'voiding', { patch });
  }
  return moveBooking(context, booking, 'voiding', {
    patch,
    also: async (trx) => {
      await trx.deleteFrom('claims').where('booking_id', '=', booking.id).execute();
    },
  });
}

export const recordOrder = (context: Context, booking: Booking, order: PlacedOrder): Promise<Booking> =>
  moveBooking(context, booking, 'ordered', {
    patch: {
      order_plan: null,
      order_id: order.id,
      booking_reference: order.bookingReference,
      provider_amount: order.amount,
      provider_currency: order.currency,
      booking_data: JSON.stringify({
        ...booking.booking_data,
        booking_reference: order.bookingReference,
      }),
    },
  });

export const priceChange = (offerId: string, oldMinor: number, newMinor: number, currency: string) =>
  ({
    offer_id: offerId,
    old_amount: formatMinor(oldMinor, currency),
    new_amount: formatMinor(newMinor, currency),
    currency,
  }) satisfies PriceChange;

/** Old and new price, for the traveller to choose. (D18, MONEY-31) */
export async function priceFailure(
  context: Context,
  booking: Booking,
  plan: OrderPlan,
): Promise<BookingFailure> {
  try {
    const quote = await livePrice(context, booking.offer_id, plan.seats, booking.brand, booking.mode);
    if (quote.amountMinor !== booking.amount_minor || quote.currency !== booking.currency) {
      const details = priceChange(quote.offer.id, booking.amount_minor, quote.amountMinor, quote.currency);
      return { ...failureOf(new AppError('PRICE_CHANGED')), details };
    }
    return failureOf(new AppError('OFFER_UNAVAILABLE'));
  } catch (error) {
    const failure = toAppError(error);
    return failureOf(isPassing(failure) ? new AppError('OFFER_UNAVAILABLE') : failure);
  }
}

const failureOf = ({ code, message, details }: AppError): BookingFailure => ({
  code,
  message,
  ...(details ? { details } : {}),
});

/** What has changed since the price was last asked for; `wait` when that cannot be told now. */
async function checkAgain(
  context: Context,
  booking: Booking,
  plan: OrderPlan,
): Promise<BookingFailure | 'wait' | undefined> {
  const { config } = context;
  if (Date.now() - booking.quoted_at.getTime() <= config.QUOTE_FRESH_MS) return undefined;
  try {
    const quote = await livePrice(context, booking.offer_id, plan.seats, booking.brand, booking.mode);
    if (quote.mode !== booking.mode || quote.offer.id !== booking.offer_id)
      return failureOf(new AppError('OFFER_EXPIRED'));
    if (quote.amountMinor === booking.amount_minor && quote.currency === booking.currency) return undefined;
    const details = priceChange(quote.offer.id, booking.amount_minor, quote.amountMinor, quote.currency);
    return { ...failureOf(new AppError('PRICE_CHANGED')), details };
  } catch (error) {
    const failure = toAppError(error);
    const isTooOld = Date.now() - booking.created_at.getTime() > config.UNUSED_HOLD_MS;
    return isPassing(failure) && !isTooOld ? 'wait' : failureOf(failure);
  }
}

/** From `authorised`: checks the offer once more, says that it is about to order, orders, says what came of it. */
export async function placeOrder(context: Context, booking: Booking): Promise<Booking> {
  const plan = booking.order_plan;
  if (!plan) throw new Error(`booking ${booking.id} has no plan of its order`);
  const change = await checkAgain(context, booking, plan);
  if (change === 'wait') return booking;
  if (change) return giveBack(context, booking, change);

  const ordering = await moveBooking(context, booking, 'ordering', {
    patch: { ordering_since: new Date() },
  });
  context.killPoint('before:call:order');
  const outcome = await context.duffel.createOrder(booking.mode, booking.id, booking.offer_id, plan);
  context.killPoint('after:call:order');
  if (outcome.kind !== 'refused') tellOfferUsed(context, booking.offer_id);
  switch (outcome.kind) {
    case 'ordered':
      return recordOrder(context, ordering, outcome.order);
    case 'unknown':
      context.log.warn({ err: outcome.cause, booking: booking.id }, 'order without a clear answer');
      return moveBooking(context, ordering, 'pending', {
        patch: { was_pending: true, order_accepted: outcome.accepted },
      });
    case 'refused': {
      context.log.warn({ err: outcome.cause, booking: booking.id, code: outcome.code }, 'order refused');
      const failure =
        outcome.code === 'PRICE_CHANGED'
          ? await priceFailure(context, ordering, plan)
          : failureOf(new AppError(outcome.code, outcome.message ? { message: outcome.message } : {}));
      return giveBack(context, ordering, failure);
    }
  }
}
