import { formatMinor } from '@fareline/contracts';
import { quoteCancellationContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import { getCardSummary } from '../cards/payment-result.ts';
import { getPayment } from '../cards/payment.repository.ts';
import type { Deps } from '../deps.ts';
import { getUserBooking } from '../trips/user-booking.ts';
import { requestQuote } from './request-quote.ts';

/** `POST /api/bookings/:id/cancellation-quote` (PROVIDER-40) */
export const quoteCancellationRoute = routePlugin(
  { name: 'quote-cancellation', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    registerRoute(app, quoteCancellationContract, async ({ params, request }) => {
      const user = requireUser(request);
      const booking = await getUserBooking(deps.db, user.id, params.id);
      const quote = await requestQuote(deps, booking, request.ip);
      const payment = await getPayment(deps.db, booking.payment_id);
      return {
        quote_id: quote.id,
        refund_amount: formatMinor(quote.refund_minor, quote.currency),
        refund_currency: quote.currency,
        refund_to: quote.refund_minor > 0 ? getCardSummary(payment) : null,
        paid_amount: formatMinor(booking.amount_minor, booking.currency),
        expires_at: quote.expires_at?.toISOString() ?? null,
      };
    });
  },
);
