/** A parsed number, such as one of libphonenumber. */
interface ParsedPhone {
  isValid(): boolean;
}

/** What a number without country code is read as: one of a country (ISO 3166-1 alpha-2) or of a calling code such as `44`. */
export type PhoneOrigin = { defaultCountry: string } | { defaultCallingCode: string };

/** `parsePhoneNumberFromString` of libphonenumber, which only those who read numbers have to load. */
export type PhoneParser<T extends ParsedPhone> = (text: string, origin?: PhoneOrigin) => T | undefined;

const separators = /[\p{Pd}\u2212\u00b7\u2022]/gu;

/** What contact lists, chats and word processors add to a number: invisible marks, typographic dashes, full width, `tel:`. */
const toPlainText = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '')
    .replace(separators, '-')
    .trim()
    .replace(/^tel:\s*/i, '')
    .replace(/^\(\s*((?:\+|00)\s*\d+)\s*\)/, '$1')
    .replace(/^00/, '+');

/**
 * Reads a typed phone number. With `+` or `00` it names its country; otherwise it is one of the first of `origins` that it fits.
 * Undefined when it is none. (PROVIDER-39, FIELD-05)
 */
export function readPhone<T extends ParsedPhone>(
  parse: PhoneParser<T>,
  typed: string,
  origins: readonly PhoneOrigin[],
): T | undefined {
  const text = toPlainText(typed);
  if (!/^\+?[\p{Nd}\s().\-/]+$/u.test(text)) return undefined;
  const readings = text.startsWith('+') ? [parse(text)] : origins.map((origin) => parse(text, origin));
  return readings.find((phone) => phone?.isValid());
}
