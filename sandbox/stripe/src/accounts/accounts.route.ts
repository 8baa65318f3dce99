import { z } from 'zod';

import { defineEndpoint, type Endpoint } from '../http/endpoint.ts';

/** The account of the key, with the fields that tell whether it takes cards. */
export const accountEndpoints: Endpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/v1/account',
    schema: z.strictObject({}),
    execute: ({ accountId }) => ({
      ...{ id: accountId, object: 'account', type: 'standard', country: 'US', default_currency: 'usd' },
      ...{ charges_enabled: true, payouts_enabled: true, details_submitted: true },
    }),
  }),
];
