import { z } from 'zod';

import type { RequestContext } from '../request-context.ts';
import { defineEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { text } from '../http/params.ts';

const ACCOUNT_ID = 'acct_1FarelineSandbox';
const NO_REQUIREMENTS = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
};
const expand = z.array(text).optional();

/** Balance by currency in minor units: captured less refunded amounts. */
function listBalances(context: RequestContext) {
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

/** Endpoints for the account of the key and its balance, without fees. */
export const accountEndpoints: Endpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/v1/account',
    schema: z.strictObject({ expand }),
    execute: () => ({
      id: ACCOUNT_ID,
      object: 'account',
      business_profile: { name: 'Sandbox', support_email: null, support_phone: null, url: null },
      business_type: 'company',
      capabilities: { card_payments: 'active', transfers: 'active' },
      charges_enabled: true,
      controller: { type: 'account' },
      country: 'US',
      created: 1_700_000_000,
      default_currency: 'usd',
      details_submitted: true,
      email: 'sandbox@example.com',
      external_accounts: {
        object: 'list',
        data: [],
        has_more: false,
        url: `/v1/accounts/${ACCOUNT_ID}/external_accounts`,
      },
      future_requirements: NO_REQUIREMENTS,
      metadata: {},
      payouts_enabled: true,
      requirements: NO_REQUIREMENTS,
      settings: { dashboard: { display_name: 'Sandbox', timezone: 'Etc/UTC' } },
      tos_acceptance: { date: null, ip: null, user_agent: null },
      type: 'standard',
    }),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/v1/balance',
    schema: z.strictObject({ expand }),
    execute: (context) => ({
      object: 'balance',
      available: listBalances(context),
      connect_reserved: [{ amount: 0, currency: 'usd' }],
      livemode: context.livemode,
      pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
    }),
  }),
];
