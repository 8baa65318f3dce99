/** 12345 → '123.45'. Inside the sandbox money is whole cents. */
export function toDecimal(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const text = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** '123.45' → 12345, as '123.450' of a currency with thousandths; anything that is not an amount → null. */
export function toCents(amount: string): number | null {
  const match = /^(-?)(\d+)(?:\.(\d{1,2})0?)?$/.exec(amount);
  if (!match) return null;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -cents : cents;
}

/** Cents as the wire writes an amount of a currency: no decimals for the yen, three for the dinar. (ISO 4217) */
export function toAmount(cents: number, currency: string): string {
  if (currency === 'JPY') return String(Math.round(cents / 100));
  return currency === 'KWD' ? `${toDecimal(cents)}0` : toDecimal(cents);
}

/** Rough worth of a dollar; the sandbox prices in one currency, chosen at its start or for a search. */
const PER_DOLLAR: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 0.9,
  GBP: 0.78,
  AUD: 1.5,
  CAD: 1.36,
  CHF: 0.86,
  JPY: 150,
  KWD: 0.31,
};

/** Cents of a dollar in hundredths of the currency, whole units where it has nothing smaller. */
export function convert(cents: number, currency: string): number {
  const step = currency === 'JPY' ? 100 : 1;
  return Math.round((cents * (PER_DOLLAR[currency] ?? 1)) / step) * step;
}
