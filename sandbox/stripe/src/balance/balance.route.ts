import { z } from 'zod';

import type { RequestContext } from '../deps.ts';
import { defineEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { text } from '../http/params.ts';

/** Balance by currency in minor units: captured less refunded amounts. */
function listBalances(context: RequestContext) {
  const amounts = new Map([['usd', 0]]);
  const add = (currency: string, amount: number) =>
    amounts.set(currency, (amounts.get(currency) ?? 0) + amount);
  for (const charge of context.charges.all()) {
    if (charge.livemode === context.livemode) add(charge.currency, charge.amount_captured);
  }
  for (const refund of context.refunds.all()) {
    const charge = context.charges.get(String(refund.charge));
    if (charge?.livemode === context.livemode) add(refund.currency, -refund.amount);
  }
  return [...amounts].map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }));
}

/** The balance of the account, without fees. */
export const balanceEndpoints: Endpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/v1/balance',
    schema: z.strictObject({ expand: z.array(text).optional() }),
    execute: (context) => ({
      object: 'balance',
      available: listBalances(context),
      connect_reserved: [{ amount: 0, currency: 'usd' }],
      livemode: context.livemode,
      pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
    }),
  }),
];
