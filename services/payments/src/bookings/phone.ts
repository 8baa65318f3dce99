import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';

/** E.164 of a number in national or international form, or undefined for something that is no phone number. (D39) */
export function toE164(phone: string, country: string | null): string | undefined {
  const parsed = parsePhoneNumberFromString(phone, (country ?? 'US') as CountryCode);
  return parsed?.isPossible() ? parsed.number : undefined;
}
