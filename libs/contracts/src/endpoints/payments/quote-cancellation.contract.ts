import { defineContract } from '../../contract.ts';
import { cancellationQuoteSchema } from '../../schemas/booking.ts';
import { bookingParamsSchema } from '../../schemas/booking.ts';
import { quoteCancellation } from './quote-cancellation.ts';

export const quoteCancellationContract = defineContract(quoteCancellation, {
  summary: 'Quote a cancellation',
  access: 'owner',
  params: bookingParamsSchema,
  response: cancellationQuoteSchema,
  errors: [
    'BOOKING_NOT_FOUND',
    'BOOKING_NOT_CANCELLABLE',
    'NOT_AUTHENTICATED',
    'PROVIDER_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
});
