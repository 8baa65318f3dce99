import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';

/** Converts a national or international phone number to E.164; undefined when it is not a phone number. (D39) */
export function toE164(phone: string, country: string | null): string | undefined {
  const parsed = parsePhoneNumberFromString(phone, (country ?? 'US') as CountryCode);
  return parsed?.isPossible() ? parsed.number : undefined;
}
