const fallbackCurrency = 'USD';

/** By currency and number of decimals: a formatter is dear to make and cheap to use. */
const formatters = new Map<string, Intl.NumberFormat>();

/** With the currency's usual decimals where no number of them is given. */
function getFormatter(currency: string, digits?: number): Intl.NumberFormat {
  const key = `${currency} ${digits}`;
  let format = formatters.get(key);
  if (!format) {
    const decimals =
      digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...decimals });
    formatters.set(key, format);
  }
  return format;
}

/**
 * A decimal amount as text ("389.50") as en-US currency. Whole amounts have no decimals; others show every digit they have,
 * at least the currency's usual ones. The text goes to the formatter as it is: no float, no rounding. (FORMAT-01 to FORMAT-04)
 */
export function formatPrice(amount: string | null | undefined, currency?: string | null): string {
  const code = currency || fallbackCurrency;
  const match = /^-?\d+(?:\.(\d+))?$/.exec(amount ?? '');
  if (!match) return `${code} N/A`;
  const fraction = (match[1] ?? '').replace(/0+$/, '');
  try {
    const usual = () => getFormatter(code).resolvedOptions().maximumFractionDigits ?? 2;
    const digits = fraction ? Math.max(usual(), fraction.length) : 0;
    return getFormatter(code, digits).format(match[0] as Intl.StringNumericLiteral);
  } catch {
    return `${code} N/A`;
  }
}
