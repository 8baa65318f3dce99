import { z } from 'zod';

import { defineEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { resourceMissing } from '../http/errors.ts';
import { listParams, paginate } from '../http/pagination.ts';
import { text } from '../http/params.ts';

const BASE = '/v1/charges';

/** Endpoints to read charges; only payment intents create them. */
export const chargeEndpoints: Endpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: BASE,
    schema: z.strictObject({ ...listParams, customer: text.optional(), payment_intent: text.optional() }),
    execute: (context, params) => {
      const charges = context.store
        .all('charges')
        .filter((charge) => charge.livemode === context.livemode && params.customer === undefined)
        .filter(
          (charge) => params.payment_intent === undefined || charge.payment_intent === params.payment_intent,
        );
      return paginate(charges, params, BASE, 'charge');
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: `${BASE}/:id`,
    schema: z.strictObject({ expand: z.array(text).optional() }),
    execute: (context, _params, id) => {
      const charge = context.store.get('charges', id);
      if (charge && charge.livemode === context.livemode) return charge;
      throw resourceMissing('charge', id, 'id');
    },
  }),
];
