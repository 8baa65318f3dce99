/** 12345 → '123.45'. Inside the sandbox, amounts are whole cents. */
function toDecimal(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const text = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** '123.45' → 12345, also for '123.450' in currencies with three decimals; null for an invalid amount. */
export function toCents(amount: string): number | null {
  const match = /^(-?)(\d+)(?:\.(\d{1,2})0?)?$/.exec(amount);
  if (!match) return null;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -cents : cents;
}

/** Formats cents as an amount of a currency: no decimals for JPY, three for KWD (ISO 4217). */
export function toAmount(cents: number, currency: string): string {
  if (currency === 'JPY') return String(Math.round(cents / 100));
  return currency === 'KWD' ? `${toDecimal(cents)}0` : toDecimal(cents);
}

/** Approximate exchange rates from US dollars; prices are in one currency, set at start or for a search. */
const UNITS_PER_USD: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 0.9,
  GBP: 0.78,
  AUD: 1.5,
  CAD: 1.36,
  CHF: 0.86,
  HUF: 330,
  JPY: 150,
  KWD: 0.31,
};

/** Converts US cents to hundredths of a currency, rounded to whole units for JPY. */
export function convertFromUsd(cents: number, currency: string): number {
  const step = currency === 'JPY' ? 100 : 1;
  return Math.round((cents * (UNITS_PER_USD[currency] ?? 1)) / step) * step;
}
