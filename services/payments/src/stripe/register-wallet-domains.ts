import type Stripe from 'stripe';
import { withoutProviderText } from './provider-error.ts';

/**
 * Registers those domains that the account does not have yet. Also asks Apple to look at a domain again as long as it has not found
 * the site there.
 */
export async function registerWalletDomains(
  { paymentMethodDomains }: Stripe,
  names: readonly string[],
  onFailure: (name: string, error: unknown) => void,
): Promise<void> {
  const registered = new Map<string, Stripe.PaymentMethodDomain>();
  for await (const domain of paymentMethodDomains.list({ limit: 100 }))
    registered.set(domain.domain_name, domain);
  for (const name of names) {
    try {
      const domain = registered.get(name) ?? (await paymentMethodDomains.create({ domain_name: name }));
      if (domain.enabled && domain.apple_pay.status !== 'active')
        await paymentMethodDomains.validate(domain.id);
    } catch (error) {
      onFailure(name, withoutProviderText(error));
    }
  }
}
