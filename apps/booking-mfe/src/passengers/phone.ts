import {
  readPhone,
  type Offer,
  type PassengerFields,
  type PhoneOrigin,
  type PublicBrand,
} from '@fareline/contracts';
import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min';

type Typed = Pick<PassengerFields, 'phone' | 'passportIssuingCountry'>;
/** Reads the phone number of a passenger; undefined when it is none. */
export type ReadPhone = (passenger: Typed) => PhoneNumber | undefined;

const parse = parsePhoneNumberFromString as (text: string, origin?: PhoneOrigin) => PhoneNumber | undefined;

/**
 * A country has an international prefix, such as 011, which a calling code alone has not. The toll-free numbers of +1 name no country;
 * its countries dial alike.
 */
function getOrigins(phone: PhoneNumber | undefined): PhoneOrigin[] {
  if (!phone) return [];
  const country = phone.country ?? (phone.countryCallingCode === '1' ? 'US' : undefined);
  return [country ? { defaultCountry: country } : { defaultCallingCode: phone.countryCallingCode }];
}

/**
 * Without country code a number is one of the brand's country, of that of the passport, or of that of the departure, whichever it fits
 * first: a brand sells in its own country, and few travellers live where they depart on the way back. (PROVIDER-39, FIELD-05)
 */
export function createReadPhone({ contact }: Pick<PublicBrand, 'contact'>, { slices }: Offer): ReadPhone {
  const brandOrigins = getOrigins(parse(contact.phone));
  const departure = slices[0]?.origin.country_code;
  return ({ phone: typed, passportIssuingCountry: country }) =>
    readPhone(parse, typed, [
      ...brandOrigins,
      ...(country ? [{ defaultCountry: country }] : []),
      ...(departure ? [{ defaultCountry: departure }] : []),
    ]);
}
