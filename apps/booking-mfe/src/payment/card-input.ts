/** The first `maxDigits` digits of typed or pasted text. */
export const extractDigits = (typed: string, maxDigits: number): string =>
  typed.replace(/\D/g, '').slice(0, maxDigits);

/** The last two digits of a year; while one of four digits is typed, those that are typed. (FIELD-05) */
export function extractYear(typed: string): string {
  const digits = extractDigits(typed, 5);
  if (/^20\d$/.test(digits)) return digits;
  return /^20\d\d$/.test(digits) ? digits.slice(2) : digits.slice(0, 2);
}

/** "4242424242424242" → "4242 4242 4242 4242". (PAY-02) */
export const groupInFours = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ');

const cardBrands: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
  [/^(6011|65|64[4-9])/, 'Discover'],
  [/^3(0[0-5]|[68])/, 'Diners Club'],
  [/^35/, 'JCB'],
];

/** Card brand of a number by its first digits; undefined while they match none. */
export const detectCardBrand = (digits: string): string | undefined =>
  cardBrands.find(([pattern]) => pattern.test(digits))?.[1];
