import { z } from 'zod';

import { defineEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { text } from '../http/params.ts';
import { createPaymentMethod, resolvePaymentMethod } from './create.ts';
import { paymentMethodData } from './schema.ts';

const BASE = '/v1/payment_methods';
const expand = z.array(text).optional();

/** Parameters that Stripe.js adds to its calls. */
const browserExtras = {
  client_attribution_metadata: z.unknown().optional(),
  guid: z.unknown().optional(),
  muid: z.unknown().optional(),
  pasted_fields: z.unknown().optional(),
  payment_user_agent: z.unknown().optional(),
  referrer: z.unknown().optional(),
  sid: z.unknown().optional(),
  time_on_page: z.unknown().optional(),
};

/** Endpoints of /v1/payment_methods. */
export const paymentMethodEndpoints: Endpoint[] = [
  defineEndpoint({
    method: 'POST',
    path: BASE,
    allowsPublishableKey: true,
    schema: z.strictObject({ ...paymentMethodData.shape, ...browserExtras, expand }),
    execute: (context, params) => createPaymentMethod(context, params).object,
  }),
  defineEndpoint({
    method: 'GET',
    path: `${BASE}/:id`,
    schema: z.strictObject({ expand }),
    execute: (context, _params, id) => resolvePaymentMethod(context, id).object,
  }),
];
