import { z } from 'zod';

import { defineEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { resourceMissing } from '../http/errors.ts';

export const disputeEndpoints: Endpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/v1/disputes/:id',
    schema: z.strictObject({}),
    execute: (context, _params, id) => {
      const dispute = context.disputes.get(id);
      if (!dispute || dispute.livemode !== context.livemode) throw resourceMissing('dispute', id, 'dispute');
      return dispute;
    },
  }),
];
