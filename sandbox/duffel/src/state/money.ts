/** 12345 → '123.45'. Inside the sandbox money is whole cents. */
export function toDecimal(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const text = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** '123.45' → 12345; anything that is not an amount → null. */
export function toCents(amount: string): number | null {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount);
  if (!match) return null;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -cents : cents;
}

/** Rough worth of a dollar; the sandbox prices in one currency, chosen at its start. */
const PER_DOLLAR: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 0.9,
  GBP: 0.78,
  AUD: 1.5,
  CAD: 1.36,
  CHF: 0.86,
};

/** Cents of a dollar in the sandbox's currency. */
export const convert = (cents: number, currency: string): number =>
  Math.round(cents * (PER_DOLLAR[currency] ?? 1));
