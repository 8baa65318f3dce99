import type Stripe from 'stripe';

/** Also asks Apple to look at the domain again as long as it has not found the site there. */
export async function registerWalletDomain({ paymentMethodDomains }: Stripe, name: string): Promise<void> {
  const [existing] = (await paymentMethodDomains.list({ domain_name: name })).data;
  const domain = existing ?? (await paymentMethodDomains.create({ domain_name: name }));
  if (domain.enabled && domain.apple_pay.status !== 'active') await paymentMethodDomains.validate(domain.id);
}
