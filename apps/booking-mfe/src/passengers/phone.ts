import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';

/** A number as people write it, read as one of `country` unless it begins with +. Undefined when it is no phone number. (PROVIDER-39) */
export function parsePhone(
  typed: string,
  country: string,
): { e164: string; international: string } | undefined {
  const number = parsePhoneNumberFromString(typed, country as CountryCode);
  return number?.isValid() ? { e164: number.number, international: number.formatInternational() } : undefined;
}
