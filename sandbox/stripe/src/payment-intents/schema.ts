import { z } from 'zod';

import { paymentMethodData } from '../cards/schema.ts';
import { flag, integer, metadata, oneOf, text } from '../http/params.ts';

/** Latin letters, of which it has one, and none of <>\\'"* (docs.stripe.com/get-started/account/statement-descriptors). */
const statementDescriptorSuffix = text.refine(
  (value) => /^(?=.*[A-Za-z])[^<>\\'"*\u0080-\uffff]{1,22}$/.test(value),
  {
    error: 'The statement descriptor suffix must contain a Latin letter, and none of <>\\\'"*',
  },
);

const expand = z.array(text).optional();

export const createSchema = z.strictObject({
  allowed_payment_method_types: z.array(text).optional(),
  amount: integer,
  capture_method: oneOf('automatic', 'automatic_async', 'manual').optional(),
  confirm: flag.optional(),
  confirmation_token: text.optional(),
  currency: text,
  description: text.optional(),
  expand,
  metadata: metadata.optional(),
  payment_method: text.optional(),
  payment_method_data: paymentMethodData.optional(),
  payment_method_options: z
    .strictObject({
      card: z.strictObject({ request_three_d_secure: oneOf('any', 'automatic', 'challenge').optional() }),
    })
    .optional(),
  return_url: text.optional(),
  statement_descriptor_suffix: statementDescriptorSuffix.optional(),
});

export const captureSchema = z.strictObject({ expand });

export const cancelSchema = z.strictObject({
  cancellation_reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned').optional(),
  expand,
});

export type CreateParams = z.output<typeof createSchema>;
