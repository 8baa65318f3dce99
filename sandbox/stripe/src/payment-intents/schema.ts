import { z } from 'zod';

import { paymentMethodData } from '../cards/schema.ts';
import { email, flag, integer, metadata, oneOf, text, nullableText } from '../http/params.ts';

/** Parameters that Stripe accepts and the sandbox ignores. */
const ignoredParams = {
  amount_details: z.unknown().optional(),
  excluded_payment_method_types: z.unknown().optional(),
  hooks: z.unknown().optional(),
  mandate: z.unknown().optional(),
  mandate_data: z.unknown().optional(),
  payment_details: z.unknown().optional(),
  payment_method_configuration: z.unknown().optional(),
  payment_method_options: z.unknown().optional(),
  radar_options: z.unknown().optional(),
  setup_future_usage: z.unknown().optional(),
  shipping: z.unknown().optional(),
  use_stripe_sdk: z.unknown().optional(),
};
const expand = z.array(text).optional();

export const createSchema = z.strictObject({
  ...ignoredParams,
  allowed_payment_method_types: z.array(text).optional(),
  amount: integer,
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: oneOf('always', 'never').optional() })
    .optional(),
  capture_method: oneOf('automatic', 'automatic_async', 'manual').optional(),
  confirm: flag.optional(),
  confirmation_method: oneOf('automatic', 'manual').optional(),
  currency: text,
  description: nullableText.optional(),
  error_on_requires_action: flag.optional(),
  expand,
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_method: text.optional(),
  payment_method_data: paymentMethodData.optional(),
  receipt_email: email.optional(),
  return_url: text.optional(),
  statement_descriptor: text.optional(),
  statement_descriptor_suffix: text.optional(),
  transfer_group: text.optional(),
});

export const captureSchema = z.strictObject({
  amount_details: z.unknown().optional(),
  amount_to_capture: integer.optional(),
  expand,
  final_capture: flag.optional(),
  hooks: z.unknown().optional(),
  metadata: metadata.optional(),
  payment_details: z.unknown().optional(),
  statement_descriptor: text.optional(),
  statement_descriptor_suffix: text.optional(),
});

export const cancelSchema = z.strictObject({
  cancellation_reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned').optional(),
  expand,
});

export type CreateParams = z.output<typeof createSchema>;
export type CaptureParams = z.output<typeof captureSchema>;
