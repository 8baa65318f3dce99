import { z } from 'zod';

import { email, integer, metadata, text, nullableText } from '../http/params.ts';

const address = z.strictObject({
  city: nullableText.optional(),
  country: nullableText.optional(),
  line1: nullableText.optional(),
  line2: nullableText.optional(),
  postal_code: nullableText.optional(),
  state: nullableText.optional(),
});

const billingDetails = z.strictObject({
  address: address.or(z.literal('')).optional(),
  email: email.optional(),
  name: nullableText.optional(),
  phone: nullableText.optional(),
  tax_id: nullableText.optional(),
});

const rawCard = z.strictObject({
  number: text,
  exp_month: integer,
  exp_year: integer,
  cvc: text.optional(),
  networks: z.unknown().optional(),
});

/** Parameters of a card payment method, on their own or as `payment_method_data`. */
export const paymentMethodData = z.strictObject({
  type: z.literal('card', {
    error: (issue) => `${String(issue.input)} is not a payment method type of this account`,
  }),
  card: z.union([z.strictObject({ token: text }), rawCard]).optional(),
  billing_details: billingDetails.optional(),
  metadata: metadata.optional(),
  allow_redisplay: text.optional(),
  radar_options: z.unknown().optional(),
});

export type PaymentMethodData = z.output<typeof paymentMethodData>;
export type RawCard = z.output<typeof rawCard>;
