/** The first `most` digits of what was typed or pasted. */
export const extractDigits = (typed: string, most: number): string => typed.replace(/\D/g, '').slice(0, most);

/** "4242424242424242" → "4242 4242 4242 4242". (PAY-02) */
export const groupInFours = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ');

const brands: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
  [/^(6011|65|64[4-9])/, 'Discover'],
  [/^3(0[0-5]|[68])/, 'Diners Club'],
  [/^35/, 'JCB'],
];

/** The card scheme that numbers beginning like this belong to. */
export const detectCardBrand = (digits: string): string | undefined =>
  brands.find(([pattern]) => pattern.test(digits))?.[1];
