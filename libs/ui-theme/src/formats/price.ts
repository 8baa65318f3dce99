const fallbackCurrency = 'USD';

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
    const usual = new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).resolvedOptions();
    const digits = fraction ? Math.max(usual.maximumFractionDigits ?? 2, fraction.length) : 0;
    const format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: code,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return format.format(match[0] as Intl.StringNumericLiteral);
  } catch {
    return `${code} N/A`;
  }
}
