import { z } from 'zod';

import { defineEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listParams, paginate } from '../http/pagination.ts';
import { resourceMissing } from '../http/errors.ts';

const BASE = '/v1/disputes';

export const disputeEndpoints: Endpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: BASE,
    schema: z.strictObject(listParams),
    execute: (context, params) => {
      const disputes = context.disputes.all().filter(({ livemode }) => livemode === context.livemode);
      return paginate(disputes, params, BASE, 'dispute');
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: `${BASE}/:id`,
    schema: z.strictObject({}),
    execute: (context, _params, id) => {
      const dispute = context.disputes.get(id);
      if (!dispute || dispute.livemode !== context.livemode) throw resourceMissing('dispute', id, 'dispute');
      return dispute;
    },
  }),
];
