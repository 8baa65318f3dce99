import { z } from 'zod';

import { paymentMethodData } from '../cards/schema.ts';
import { flag, integer, metadata, oneOf, text } from '../http/params.ts';

const expand = z.array(text).optional();

export const createSchema = z.strictObject({
  allowed_payment_method_types: z.array(text).optional(),
  amount: integer,
  capture_method: oneOf('automatic', 'automatic_async', 'manual').optional(),
  confirm: flag.optional(),
  currency: text,
  expand,
  metadata: metadata.optional(),
  payment_method: text.optional(),
  payment_method_data: paymentMethodData.optional(),
});

export const captureSchema = z.strictObject({ expand });

export const cancelSchema = z.strictObject({
  cancellation_reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned').optional(),
  expand,
});

export type CreateParams = z.output<typeof createSchema>;
