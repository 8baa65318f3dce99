import { currencyDigits } from '@fareline/contracts';

/** Currencies with zero and three decimals at Stripe (docs.stripe.com/currencies); all others have two. */
const zeroDecimal = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const threeDecimal = new Set('BHD JOD KWD OMR TND'.split(' '));

const getStripeDecimals = (currency: string) =>
  zeroDecimal.has(currency) ? 0 : threeDecimal.has(currency) ? 3 : 2;

/**
 * Converts ISO 4217 minor units to Stripe's. Undefined when Stripe cannot represent the amount: three-decimal amounts must be
 * multiples of ten.
 */
export function toStripeAmount(minor: number, currency: string): number | undefined {
  const shift = getStripeDecimals(currency) - currencyDigits(currency);
  const amount = shift >= 0 ? minor * 10 ** shift : minor / 10 ** -shift;
  const isPayable = Number.isSafeInteger(amount) && (!threeDecimal.has(currency) || amount % 10 === 0);
  return isPayable ? amount : undefined;
}

/** Converts an amount of Stripe to ISO 4217 minor units; a fraction of one stays, so that no difference is rounded away. */
export function fromStripeAmount(amount: number, currency: string): number {
  const shift = getStripeDecimals(currency) - currencyDigits(currency);
  return shift >= 0 ? amount / 10 ** shift : amount * 10 ** -shift;
}
