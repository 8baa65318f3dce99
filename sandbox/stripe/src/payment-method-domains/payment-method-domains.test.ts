import { expect, it } from 'vitest';

import { getError, startSandbox } from '../testing/harness.ts';

it('registers a domain once, in the mode of the key', async () => {
  const { stripe, createClient } = await startSandbox();
  const domains = stripe.paymentMethodDomains;
  const created = await domains.create({ domain_name: 'sky.example' });
  expect(created).toMatchObject({ domain_name: 'sky.example', enabled: true, livemode: false });
  expect(created).toMatchObject({ apple_pay: { status: 'inactive' }, google_pay: { status: 'active' } });
  expect((await domains.create({ domain_name: 'sky.example' })).id).toBe(created.id);
  await domains.create({ domain_name: 'sun.example' });
  expect((await domains.list()).data.map(({ domain_name }) => domain_name)).toEqual([
    'sun.example',
    'sky.example',
  ]);
  expect((await domains.list({ domain_name: 'sky.example' })).data).toMatchObject([{ id: created.id }]);
  expect((await createClient('sk_live_sandbox').paymentMethodDomains.list()).data).toEqual([]);
});

it('activates Apple Pay when the domain is validated', async () => {
  const { stripe, createClient } = await startSandbox();
  const { id } = await stripe.paymentMethodDomains.create({ domain_name: 'sky.example' });
  expect(await stripe.paymentMethodDomains.validate(id)).toMatchObject({ apple_pay: { status: 'active' } });
  expect((await stripe.paymentMethodDomains.list()).data).toMatchObject([
    { apple_pay: { status: 'active' } },
  ]);
  const error = await getError(createClient('sk_live_sandbox').paymentMethodDomains.validate(id));
  expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' });
});

it.each(['localhost', '127.0.0.1', 'https://sky.example', 'sky.example:3000', 'Sky.example'])(
  'refuses %s, which is no domain',
  async (name) => {
    const { stripe } = await startSandbox();
    const error = await getError(stripe.paymentMethodDomains.create({ domain_name: name }));
    expect(error).toMatchObject({ statusCode: 400, param: 'domain_name' });
  },
);
