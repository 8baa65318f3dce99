import { z } from 'zod';

import { integer, text } from '../http/params.ts';

/** Empty texts are left out, as Stripe.js does. */
const address = z
  .partialRecord(z.enum(['city', 'country', 'line1', 'line2', 'postal_code', 'state']), z.string())
  .optional();
const billingDetails = z.strictObject({
  name: text.optional(),
  email: text.optional(),
  phone: text.optional(),
  address,
});

const rawCard = z.strictObject({
  number: text,
  exp_month: integer,
  exp_year: integer,
  cvc: text.optional(),
});

/** Parameters of a card payment method, on their own or as `payment_method_data`. */
export const paymentMethodData = z.strictObject({
  type: z.literal('card', {
    error: (issue) => `${String(issue.input)} is not a payment method type of this account`,
  }),
  card: rawCard,
  billing_details: billingDetails.optional(),
});

export type PaymentMethodData = z.output<typeof paymentMethodData>;
export type RawCard = z.output<typeof rawCard>;
