import { cardStepMinor, currencyDigits } from '@fareline/contracts';

/** Currencies with zero and three decimals at Stripe (docs.stripe.com/currencies); all others have two. */
const zeroDecimal = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const threeDecimal = new Set('BHD JOD KWD OMR TND'.split(' '));

const getStripeDecimals = (currency: string) =>
  zeroDecimal.has(currency) ? 0 : threeDecimal.has(currency) ? 3 : 2;

/** The least that Stripe charges, in its units (docs.stripe.com/currencies); other currencies have no minimum of their own. */
const minimum: Record<string, number> = {
  ...{
    AED: 200,
    AUD: 50,
    BGN: 100,
    BRL: 50,
    CAD: 50,
    CHF: 50,
    CZK: 1500,
    DKK: 250,
    EUR: 50,
    GBP: 30,
    HKD: 400,
  },
  ...{ HUF: 17500, INR: 50, JPY: 50, MXN: 1000, MYR: 200, NOK: 300, NZD: 50, PLN: 200, RON: 200, SEK: 300 },
  ...{ SGD: 50, THB: 1000, USD: 50 },
};
/** The most that it charges has eight digits, in some currencies more. */
const maximumDigits: Record<string, number> = { COP: 10, HUF: 10, IDR: 12, INR: 9, JPY: 10, LBP: 10 };

function isPayable(amount: number, currency: string): boolean {
  const maximum = 10 ** (maximumDigits[currency] ?? 8);
  return amount >= (minimum[currency] ?? 1) && amount < maximum;
}

/**
 * Converts ISO 4217 minor units to Stripe's. Undefined when Stripe cannot charge the amount: too little, too much, or a
 * three-decimal amount that is no multiple of ten. (REFUSAL-02)
 */
export function toStripeAmount(minor: number, currency: string): number | undefined {
  const amount = toStripeRefundAmount(minor, currency);
  return amount !== undefined && isPayable(amount, currency) ? amount : undefined;
}

/** Whether it is too little to charge, in ISO 4217 minor units. */
export const isBelowMinimum = (minor: number, currency: string): boolean =>
  (toStripeRefundAmount(minor, currency) ?? Infinity) < (minimum[currency] ?? 1);

/** The amount of a refund in Stripe's units; a refund has no minimum at Stripe. */
export function toStripeRefundAmount(minor: number, currency: string): number | undefined {
  if (minor % cardStepMinor(currency) !== 0) return undefined;
  const shift = getStripeDecimals(currency) - currencyDigits(currency);
  return Math.round(minor * 10 ** shift);
}

/** Converts an amount of Stripe to ISO 4217 minor units; a fraction of one stays, so that no difference is rounded away. */
export function fromStripeAmount(amount: number, currency: string): number {
  const shift = getStripeDecimals(currency) - currencyDigits(currency);
  return shift >= 0 ? amount / 10 ** shift : amount * 10 ** -shift;
}
