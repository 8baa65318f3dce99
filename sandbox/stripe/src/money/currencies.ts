import { invalidRequest } from '../http/errors.ts';

/** Currencies without a minor unit (docs.stripe.com/currencies#zero-decimal). */
const ZERO_DECIMAL = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
/** Currencies without decimals that have two in the API, which must be 00 (docs.stripe.com/currencies#special-cases). */
const WHOLE_ONLY = ['isk', 'ugx'];
/** Currencies with three decimals, of which Stripe requires the last to be 0 (docs.stripe.com/currencies#three-decimal). */
const THREE_DECIMAL = 'bhd jod kwd omr tnd'.split(' ');
const TWO_DECIMAL = (
  'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny cop crc cve czk ' +
  'dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg huf idr ils inr isk jmd kes kgs khr kyd kzt lak lbp lkr ' +
  'lrd lsl mad mdl mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd rub sar ' +
  'sbd scr sek sgd shp sle sos srd std szl thb tjs top try ttd twd tzs uah ugx uyu uzs wst xcd yer zar zmw'
).split(' ');

const CURRENCIES = new Set([...TWO_DECIMAL, ...ZERO_DECIMAL, ...THREE_DECIMAL]);

/** Minimum charge by currency, in minor units (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const MINIMUM: Record<string, number> = {
  ...Object.fromEntries('usd aud brl cad chf eur inr nzd sgd'.split(' ').map((code) => [code, 50])),
  ...{ gbp: 30, aed: 200, bgn: 100, czk: 1500, dkk: 250, hkd: 400, huf: 17500, jpy: 50, mxn: 1000, myr: 200 },
  ...{ nok: 300, pln: 200, ron: 200, sek: 300, thb: 1000 },
};
const MAXIMUM = 99_999_999;
const SYMBOLS: Record<string, string> = {
  usd: '$',
  eur: '€',
  gbp: '£',
  jpy: '¥',
  aud: '$',
  cad: '$',
  inr: '₹',
};

function decimals(currency: string): number {
  if (ZERO_DECIMAL.includes(currency)) return 0;
  return THREE_DECIMAL.includes(currency) ? 3 : 2;
}

/** Formats an amount in minor units as in Stripe's messages: `$0.50 usd`. */
export function formatAmount(minor: number, currency: string): string {
  const digits = decimals(currency);
  const text = (minor / 10 ** digits).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${SYMBOLS[currency] ?? ''}${text} ${currency}`;
}

/** Returns the currency code in lower case; throws Stripe's 400 for an unknown currency. */
export function requireCurrency(code: string): string {
  const currency = code.toLowerCase();
  if (CURRENCIES.has(currency)) return currency;
  throw invalidRequest({
    message: `Invalid currency: ${currency}. Stripe currently supports these currencies: ${[...CURRENCIES].join(', ')}`,
    param: 'currency',
  });
}

/** Validates the amount of a charge, in minor units; throws Stripe's 400. */
export function requireChargeable(amount: number, currency: string, param = 'amount'): void {
  if (amount < (MINIMUM[currency] ?? 1)) {
    const minimumText = formatAmount(MINIMUM[currency] ?? 1, currency);
    const message =
      amount < 1
        ? 'This value must be greater than or equal to 1.'
        : `Amount must be at least ${minimumText}`;
    throw invalidRequest({
      code: amount < 1 ? 'parameter_invalid_integer' : 'amount_too_small',
      message,
      param,
    });
  }
  if (amount > MAXIMUM) {
    const message = `Amount must be no more than ${formatAmount(MAXIMUM, currency)}`;
    throw invalidRequest({ code: 'amount_too_large', message, param });
  }
  const step = THREE_DECIMAL.includes(currency) ? 10 : WHOLE_ONLY.includes(currency) ? 100 : 1;
  if (amount % step !== 0) {
    const message = `Invalid amount: amounts in ${currency.toUpperCase()} must be divisible by ${step}.`;
    throw invalidRequest({ code: 'parameter_invalid_integer', message, param });
  }
}
