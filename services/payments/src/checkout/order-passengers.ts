import { domainToASCII } from 'node:url';
import {
  listLapAdults,
  readPhone,
  type BookingRequest,
  type Offer,
  type Passenger,
  type PhoneOrigin,
} from '@fareline/contracts';
import { validatePassengers } from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit/app-error';
import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min';
import type { OrderPassenger } from '../db/schema.ts';

/** Matches each passenger with the offer's passenger of the same id, or the next one of the same type. */
function matchOfferPassengers(
  passengers: readonly Passenger[],
  offer: Offer,
): (readonly [Passenger, string])[] {
  const unassigned = new Map(offer.passengers.map(({ id, type }) => [id, type]));
  const assignOfferPassenger = (passenger: Passenger): string | undefined => {
    const requested =
      passenger.id && unassigned.get(passenger.id) === passenger.type ? passenger.id : undefined;
    const id = requested ?? [...unassigned].find(([, type]) => type === passenger.type)?.[0];
    if (id) unassigned.delete(id);
    return id;
  };
  const withIdFirst = [...passengers].sort((a, b) => Number(Boolean(b.id)) - Number(Boolean(a.id)));
  const ids = new Map(withIdFirst.map((passenger) => [passenger, assignOfferPassenger(passenger)]));
  const pairs = passengers.flatMap((passenger) => {
    const id = ids.get(passenger);
    return id ? [[passenger, id] as const] : [];
  });
  if (unassigned.size > 0 || pairs.length !== passengers.length)
    throw new AppError('VALIDATION_ERROR', {
      message: 'The passengers are not those of this flight offer. Please search again.',
    });
  return pairs;
}

function toProviderGender({ gender, title }: Passenger): 'm' | 'f' | undefined {
  if (gender === 'undisclosed') return undefined;
  if (gender) return gender === 'male' ? 'm' : 'f';
  if (!title || title === 'dr') return undefined;
  return title === 'mr' ? 'm' : 'f';
}

const parsePhone = parsePhoneNumberFromString as (
  text: string,
  origin?: PhoneOrigin,
) => PhoneNumber | undefined;

/**
 * Converts a phone number to E.164; undefined when it is none. Without country code it is one of the passport's country or of that of
 * the departure; our own form sends numbers with theirs. (PROVIDER-39)
 */
function toE164(
  phone: string,
  { passportIssuingCountry }: { passportIssuingCountry?: string | undefined },
  { slices }: Offer,
): string | undefined {
  const countries = [passportIssuingCountry, slices[0]?.origin.country_code].flatMap((code) => code ?? []);
  return readPhone(
    parsePhone,
    phone,
    countries.map((defaultCountry) => ({ defaultCountry })),
  )?.number;
}

/** Systems of airlines take ASCII only. A domain in ASCII already stays, also one that is no valid Punycode. */
const toAsciiEmail = (email: string) => {
  const [local, domain = ''] = email.split('@');
  return `${local}@${domainToASCII(domain) || domain}`;
};

interface Contact {
  email: string;
  phone: string;
}

/** Passengers without email or phone get those of the first passenger. */
function resolveContacts(passengers: readonly Passenger[], offer: Offer): Contact[] {
  const toContact = (passenger: Passenger): Partial<Contact> => ({
    ...(passenger.email ? { email: toAsciiEmail(passenger.email) } : {}),
    ...(passenger.phone ? { phone: toE164(passenger.phone, passenger, offer) ?? '' } : {}),
  });
  const [primary] = passengers.map(toContact);
  return passengers.map((passenger) => ({ email: '', phone: '', ...primary, ...toContact(passenger) }));
}

/** The passengers of a booking, and the consent that they need when all of them are minors. */
export type TravelParty = Pick<BookingRequest, 'passengers' | 'minorsConsent'>;

/** Errors of all passengers, with the paths of the request's fields. */
function findErrors({ passengers, minorsConsent }: TravelParty, offer: Offer, today: string) {
  const rules = {
    passportsRequired: offer.passenger_identity_documents_required,
    ...{ slices: offer.slices, minorsConsent, today },
    isPhone: (phone: string, passenger: { passportIssuingCountry?: string }) =>
      toE164(phone, passenger, offer) !== undefined,
  };
  return validatePassengers(passengers, rules).map(({ index, field, message }) => ({
    path: field === 'minorsConsent' ? field : `passengers.${index}.${field}`,
    message,
  }));
}

/**
 * Converts the passengers to those of the provider's order, in the same sequence. Throws VALIDATION_ERROR with all invalid
 * fields. (PROVIDER-37 to PROVIDER-39, RULE-06)
 */
export function toOrderPassengers(party: TravelParty, offer: Offer, today: string): OrderPassenger[] {
  const { passengers } = party;
  const pairs = matchOfferPassengers(passengers, offer);
  const contacts = resolveContacts(passengers, offer);
  const errors = findErrors(party, offer, today);
  if (errors[0]) throw new AppError('VALIDATION_ERROR', { message: errors[0].message, fields: errors });

  const infants = pairs.filter(([passenger]) => passenger.type === 'infant_without_seat').map(([, id]) => id);
  const lapAdults = listLapAdults(offer.passengers);
  return pairs.map(([passenger, id], index) => {
    const gender = toProviderGender(passenger) ?? 'm';
    const infant = infants[lapAdults.indexOf(id)];
    const { passportNumber, passportExpiryDate, passportIssuingCountry } = passenger;
    const sendsPassport = offer.passenger_identity_documents_required && passportNumber;
    return {
      id,
      title: passenger.title ?? (gender === 'm' ? 'mr' : 'ms'),
      gender,
      given_name: passenger.firstName,
      family_name: passenger.lastName,
      born_on: passenger.dateOfBirth,
      email: contacts[index]?.email ?? '',
      phone_number: contacts[index]?.phone ?? '',
      ...(infant ? { infant_passenger_id: infant } : {}),
      ...(passportExpiryDate ? { passport_expires_on: passportExpiryDate } : {}),
      ...(sendsPassport && passportExpiryDate && passportIssuingCountry
        ? {
            passport: {
              number: passportNumber,
              expires_on: passportExpiryDate,
              issuing_country_code: passportIssuingCountry,
            },
          }
        : {}),
    };
  });
}
