import { z } from 'zod';

import type { RequestContext } from '../deps.ts';
import { resourceMissing } from '../http/errors.ts';
import { defineEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listParams, paginate } from '../http/pagination.ts';
import { text } from '../http/params.ts';
import type { Refund } from '../records.ts';
import { createRefund, refundSchema } from './create.ts';

const BASE = '/v1/refunds';

/** Whether a refund is visible in the mode of the key; the mode is stored with the charge only. */
const isVisible = (context: RequestContext, refund: Refund) =>
  context.charges.get(String(refund.charge))?.livemode === context.livemode;

/** Endpoints of /v1/refunds. */
export const refundEndpoints: Endpoint[] = [
  defineEndpoint({
    method: 'POST',
    path: BASE,
    schema: refundSchema,
    execute: (context, params) => createRefund(context, params),
  }),
  defineEndpoint({
    method: 'GET',
    path: BASE,
    schema: z.strictObject({ ...listParams, payment_intent: text.optional() }),
    execute: (context, params) => {
      const refunds = context.refunds
        .all()
        .filter((refund) => isVisible(context, refund))
        .filter(
          (refund) => params.payment_intent === undefined || refund.payment_intent === params.payment_intent,
        );
      return paginate(refunds, params, BASE, 'refund');
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: `${BASE}/:id`,
    schema: z.strictObject({}),
    execute: (context, _params, id) => {
      const refund = context.refunds.get(id);
      if (!refund || !isVisible(context, refund)) throw resourceMissing('refund', id, 'refund');
      return refund;
    },
  }),
];
