/**
 * An amount in minor units. Amounts are integers inside and decimal strings in requests and responses; the number of
 * decimals comes from ISO 4217 (JPY 0, USD 2, KWD 3).
 */
export interface Money {
  /** Whole number of the currency's minor units (cents). */
  readonly minor: number;
  /** ISO 4217 code in capitals. */
  readonly currency: string;
}

/**
 * Decimals of the currencies that do not have two, from list one of ISO 4217. Pinned, because the runtime's data follows what
 * is customary in shops (HUF 0) and changes with its version. (UNIT-01)
 */
const codesByDigits = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const digitsByCurrency = new Map(
  Object.entries(codesByDigits).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)] as const),
  ),
);

/** Number of decimals of a currency. Throws a RangeError for what is not a currency code. */
export function currencyDigits(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`Invalid currency code: ${currency}`);
  return digitsByCurrency.get(currency) ?? 2;
}

/**
 * The smallest amount by which card payments differ, in minor units: cards have at most two decimals, and ariary whole units only
 * (docs.stripe.com/currencies).
 */
export const cardStepMinor = (currency: string): number =>
  currency === 'MGA' ? 100 : 10 ** Math.max(0, currencyDigits(currency) - 2);

/**
 * "389.5" USD → 38950. Additional decimals must be zeros.
 * Undefined for an invalid amount, with the digits that `amountSchema` permits: what is parsed can be sent as it is.
 */
export function parseMinor(amount: string, currency: string): number | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/.exec(amount);
  if (!match || !/^[A-Z]{3}$/.test(currency)) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = currencyDigits(currency);
  if (/[1-9]/.test(fraction.slice(digits))) return undefined;
  const minor = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return sign ? -minor : minor;
}

/** 38950 USD → "389.50", 1200 JPY → "1200". */
export function formatMinor(minor: number, currency: string): string {
  const digits = currencyDigits(currency);
  const sign = minor < 0 ? '-' : '';
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** An amount as in requests and responses. Undefined for an invalid amount or currency. */
export function parseMoney(amount: string, currency: string): Money | undefined {
  const minor = parseMinor(amount, currency);
  return minor === undefined ? undefined : { minor, currency };
}

/** Whether two amounts and their currencies are the same. An amount that is not known equals none. */
export const equalsMoney = (a: Money | undefined, b: Money | undefined): boolean =>
  a !== undefined && b !== undefined && a.minor === b.minor && a.currency === b.currency;
