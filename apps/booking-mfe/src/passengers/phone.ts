import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';

/** Parses a typed phone number as one of `country` unless it starts with +. Undefined when it is not valid. (PROVIDER-39) */
export function parsePhone(
  typed: string,
  country: string,
): { e164: string; international: string } | undefined {
  const number = parsePhoneNumberFromString(typed, country as CountryCode);
  return number?.isValid() ? { e164: number.number, international: number.formatInternational() } : undefined;
}
