import { formatMinor } from '@fareline/contracts';
import { quoteCancellationContract } from '@fareline/contracts/services';
import { registerRoute, requireUser } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { ownBooking } from '../bookings/own-booking.ts';
import { cardOf } from '../cards/payment-answer.ts';
import { paymentById } from '../cards/payment-rows.ts';
import type { Context } from '../context.ts';
import { askQuote } from './ask-quote.ts';

/** `POST /api/bookings/:id/cancellation-quote` (D42, PROVIDER-40) */
export function quoteCancellationRoute(app: FastifyInstance, context: Context): void {
  registerRoute(app, quoteCancellationContract, async ({ params, request }) => {
    const user = requireUser(request);
    const booking = await ownBooking(context.db, user.id, params.id);
    const quote = await askQuote(context, booking);
    const payment = await paymentById(context.db, booking.payment_id);
    return {
      quote_id: quote.id,
      refund_amount: formatMinor(quote.refund_minor, quote.currency),
      refund_currency: quote.currency,
      refund_to: quote.refund_minor > 0 ? cardOf(payment) : null,
      paid_amount: formatMinor(booking.amount_minor, booking.currency),
      expires_at: quote.expires_at?.toISOString() ?? null,
    };
  });
}
