import { z } from 'zod';

import type { RequestContext } from '../deps.ts';
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts';
import { resourceMissing } from '../http/errors.ts';
import { listParams, paginate } from '../http/pagination.ts';
import { text } from '../http/params.ts';
import { newId } from '../ids.ts';
import type { PaymentMethodDomain } from '../records.ts';

const BASE = '/v1/payment_method_domains';

const domainName = z.string().regex(/^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/, 'must be a domain name');

const findInMode = ({ paymentMethodDomains, livemode }: RequestContext) =>
  paymentMethodDomains.all().filter((domain) => domain.livemode === livemode);

/** Apple Pay waits until the domain is validated, as at Stripe while the domain does not lead to the site yet. */
function createDomain(context: RequestContext, name: string): PaymentMethodDomain {
  const { clock, livemode, paymentMethodDomains } = context;
  const existing = findInMode(context).find((domain) => domain.domain_name === name);
  if (existing) return existing;
  const active = { status: 'active' } as const;
  const domain: PaymentMethodDomain = {
    id: newId('pmd'),
    object: 'payment_method_domain',
    amazon_pay: active,
    apple_pay: { status: 'inactive', status_details: { error_message: 'The domain is not validated.' } },
    created: clock.seconds(),
    domain_name: name,
    enabled: true,
    google_pay: active,
    klarna: active,
    link: active,
    livemode,
    paypal: active,
  };
  paymentMethodDomains.put(domain.id, domain);
  return domain;
}

/** Endpoints of /v1/payment_method_domains. */
export const paymentMethodDomainEndpoints: Endpoint[] = [
  defineEndpoint({
    method: 'POST',
    path: BASE,
    schema: z.strictObject({ domain_name: domainName }),
    execute: (context, params) => createDomain(context, params.domain_name),
  }),
  defineEndpoint({
    method: 'GET',
    path: BASE,
    schema: z.strictObject({ ...listParams, domain_name: text.optional() }),
    execute: (context, params) => {
      const domains = findInMode(context).filter(
        (domain) => params.domain_name === undefined || domain.domain_name === params.domain_name,
      );
      return paginate(domains, params, BASE, 'payment_method_domain');
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: `${BASE}/:id/validate`,
    schema: z.strictObject({}),
    execute: (context, _params, id) => {
      const domain = findInMode(context).find((candidate) => candidate.id === id);
      if (!domain) throw resourceMissing('payment_method_domain', id, 'payment_method_domain');
      const validated: PaymentMethodDomain = { ...domain, apple_pay: { status: 'active' } };
      context.paymentMethodDomains.put(id, validated);
      return validated;
    },
  }),
];
