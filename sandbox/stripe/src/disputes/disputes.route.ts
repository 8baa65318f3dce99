import { z } from 'zod';

import { defineEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listParams, paginate } from '../http/pagination.ts';
import { invalidState, resourceMissing } from '../http/errors.ts';
import { flag, text } from '../http/params.ts';
import type { RequestContext } from '../deps.ts';
import { submitEvidence } from './dispute.ts';

const BASE = '/v1/disputes';

const findDispute = (context: RequestContext, id: string) => {
  const dispute = context.disputes.get(id);
  if (!dispute || dispute.livemode !== context.livemode) throw resourceMissing('dispute', id, 'dispute');
  return dispute;
};

const evidence = z.strictObject({
  ...{ customer_name: text, customer_email_address: text, customer_purchase_ip: text },
  product_description: text,
  ...{ service_date: text, uncategorized_text: text.max(20_000) },
});

export const disputeEndpoints: Endpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: BASE,
    schema: z.strictObject({ ...listParams, payment_intent: text.optional() }),
    execute: (context, params) => {
      const disputes = context.disputes
        .all()
        .filter(({ livemode }) => livemode === context.livemode)
        .filter(
          ({ payment_intent }) =>
            params.payment_intent === undefined || payment_intent === params.payment_intent,
        );
      return paginate(disputes, params, BASE, 'dispute');
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: `${BASE}/:id`,
    schema: z.strictObject({}),
    execute: (context, _params, id) => findDispute(context, id),
  }),
  defineEndpoint({
    method: 'POST',
    path: `${BASE}/:id`,
    schema: z.strictObject({ evidence: evidence.partial(), submit: flag }),
    execute: (context, params, id) => {
      const dispute = findDispute(context, id);
      if (dispute.status !== 'needs_response')
        throw invalidState({ message: 'This dispute has already been submitted or closed.' });
      return submitEvidence(context, dispute, params.evidence);
    },
  }),
];
