import { currencyDigits, formatMinor } from '@fareline/contracts';

const fallbackCurrency = 'USD';

/** Cached by currency and number of decimals, because creating a formatter is slow. */
const formatters = new Map<string, Intl.NumberFormat>();

function getFormatter(currency: string, digits: number): Intl.NumberFormat {
  const key = `${currency} ${digits}`;
  let format = formatters.get(key);
  if (!format) {
    const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...decimals });
    formatters.set(key, format);
  }
  return format;
}

/**
 * Formats a decimal text ("389.50") as en-US currency: whole amounts without decimals, others with all their digits and at
 * least the currency's decimals. The text is never converted to a float, so nothing is rounded. (FORMAT-01 to FORMAT-04)
 */
export function formatPrice(amount: string | null | undefined, currency?: string | null): string {
  const code = currency || fallbackCurrency;
  const match = /^-?\d+(?:\.(\d+))?$/.exec(amount ?? '');
  if (!match) return `${code} N/A`;
  const fraction = (match[1] ?? '').replace(/0+$/, '');
  try {
    const digits = fraction ? Math.max(currencyDigits(code), fraction.length) : 0;
    return getFormatter(code, digits).format(match[0] as Intl.StringNumericLiteral);
  } catch {
    return `${code} N/A`;
  }
}

/** The price with the code of its currency behind it, unless it begins with that: dollars are of several countries. */
export function formatPriceWithCode(amount: string | null | undefined, currency: string | null): string {
  const code = currency || fallbackCurrency;
  const price = formatPrice(amount, code);
  return price.includes(code) ? price : `${price} (${code})`;
}

/** The same of an amount in minor units. */
export const formatMinorWithCode = (minor: number, currency: string): string =>
  formatPriceWithCode(formatMinor(minor, currency), currency);

/** Whether prices do not name their currency themselves, as those without a sign of their own do. */
export const lacksCode = (currency: string): boolean => !formatPrice('1', currency).includes(currency);

/** What a price is, with the code of its currency unless the price beside it has that: "Total (USD)", "Total". */
export const labelWithCode = (label: string, currency: string): string =>
  lacksCode(currency) ? `${label} (${currency})` : label;
