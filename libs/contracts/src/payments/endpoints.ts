import type { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import type { paymentRequestSchema, PaymentResult } from './payment.schema.ts';

/** Authorises a card for an offer with its seats, without capturing. Requires an Idempotency-Key header. (API-51) */
export const processCard: Endpoint<{
  body: z.input<typeof paymentRequestSchema>;
  response: PaymentResult;
}> = {
  method: 'POST',
  path: '/api/payments/process-card',
};
