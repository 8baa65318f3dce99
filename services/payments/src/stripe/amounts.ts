import { currencyDigits } from '@fareline/contracts';

/** docs.stripe.com/currencies: what Stripe counts in whole units, or in thousandths; everything else in hundredths. */
const wholeUnits = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const thousandths = new Set('BHD JOD KWD OMR TND'.split(' '));

const stripeDigits = (currency: string) => (wholeUnits.has(currency) ? 0 : thousandths.has(currency) ? 3 : 2);

/**
 * Our minor units (ISO 4217) in Stripe's. Undefined where Stripe cannot express the amount (it takes thousandths in steps
 * of ten).
 */
export function toStripeAmount(minor: number, currency: string): number | undefined {
  const shift = stripeDigits(currency) - currencyDigits(currency);
  const amount = shift >= 0 ? minor * 10 ** shift : minor / 10 ** -shift;
  const isPayable = Number.isSafeInteger(amount) && (!thousandths.has(currency) || amount % 10 === 0);
  return isPayable ? amount : undefined;
}
