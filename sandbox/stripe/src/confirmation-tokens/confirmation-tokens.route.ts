import { z } from 'zod';
import { buildFromForm, buildFromTestId } from '../cards/create.ts';
import { paymentMethodData } from '../cards/schema.ts';
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts';
import { resourceMissing } from '../http/errors.ts';
import { flag, text } from '../http/params.ts';
import { createToken } from './confirmation-token.ts';

const formSchema = z.strictObject({
  client_context: z.looseObject({ currency: text }),
  payment_method_data: paymentMethodData,
  return_url: text.optional(),
  use_stripe_sdk: flag.optional(),
});

/** Stripe.js makes tokens from its form, a test helper makes them from a test payment method. */
export const confirmationTokenEndpoints: Endpoint[] = [
  defineEndpoint({
    method: 'POST',
    path: '/v1/confirmation_tokens',
    isPublic: true,
    schema: formSchema,
    execute: (context, { client_context, payment_method_data, return_url }) =>
      createToken(context, buildFromForm(context, payment_method_data), {
        currency: client_context.currency,
        returnUrl: return_url,
      }),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/v1/test_helpers/confirmation_tokens',
    schema: z.strictObject({ payment_method: text, return_url: text.optional() }),
    execute: (context, { payment_method, return_url }) => {
      const method = buildFromTestId(context, payment_method);
      if (!method) throw resourceMissing('payment_method', payment_method, 'payment_method');
      return createToken(context, method, { currency: undefined, returnUrl: return_url });
    },
  }),
];
