import { z } from 'zod';

import type { Context } from '../context.ts';
import { endpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { text } from '../http/params.ts';

const expand = z.array(text).optional();

/** Captured less refunded, by currency. Minor units. */
function funds(context: Context) {
  const amounts = new Map([['usd', 0]]);
  const add = (currency: string, amount: number) =>
    amounts.set(currency, (amounts.get(currency) ?? 0) + amount);
  for (const charge of context.store.all('charges')) {
    if (charge.livemode === context.livemode) add(charge.currency, charge.amount_captured);
  }
  for (const refund of context.store.all('refunds')) {
    const charge = context.store.get('charges', String(refund.charge));
    if (charge?.livemode === context.livemode) add(refund.currency, -refund.amount);
  }
  return [...amounts].map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }));
}

/** The account behind the key, and its balance without fees. */
export const accountEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/v1/account',
    schema: z.strictObject({ expand }),
    execute: () => ({
      id: 'acct_1FarelineSandbox',
      object: 'account',
      business_profile: { name: 'Sandbox', support_email: null, support_phone: null, url: null },
      business_type: 'company',
      capabilities: { card_payments: 'active', transfers: 'active' },
      charges_enabled: true,
      country: 'US',
      created: 1_700_000_000,
      default_currency: 'usd',
      details_submitted: true,
      email: 'sandbox@example.com',
      metadata: {},
      payouts_enabled: true,
      type: 'standard',
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/balance',
    schema: z.strictObject({ expand }),
    execute: (context) => ({
      object: 'balance',
      available: funds(context),
      livemode: context.livemode,
      pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
    }),
  }),
];
