import type { Offer, Passenger } from '@fareline/contracts';
import { getLastFlightDay, invalidPhoneMessage, validatePassenger } from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit/app-error';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';
import type { OrderPassenger } from '../db/schema.ts';

interface FieldError {
  path: string;
  message: string;
}

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

/** Converts a national or international phone number to E.164; undefined when it is not a phone number. (PROVIDER-39) */
function toE164(phone: string, country: string | null): string | undefined {
  const parsed = parsePhoneNumberFromString(phone, (country ?? 'US') as CountryCode);
  return parsed?.isPossible() ? parsed.number : undefined;
}

interface Contact {
  email: string;
  phone: string;
}

/** Passengers without email or phone get those of the first passenger; an empty phone is one that cannot be converted. */
function resolveContacts(passengers: readonly Passenger[], offer: Offer): Contact[] {
  const country = offer.slices[0]?.origin.country_code ?? null;
  const [primary] = passengers;
  return passengers.map((passenger) => ({
    email: passenger.email ?? primary?.email ?? '',
    phone: toE164(passenger.phone ?? primary?.phone ?? '', country) ?? '',
  }));
}

/** Errors of all passengers, with the paths of the request's fields. */
function findErrors(
  passengers: readonly Passenger[],
  contacts: readonly Contact[],
  offer: Offer,
  today: string,
): FieldError[] {
  const rules = {
    passportsRequired: offer.passenger_identity_documents_required,
    lastFlightDay: getLastFlightDay(offer) ?? offer.expires_at.slice(0, 10),
    today,
  };
  return passengers.flatMap((passenger, index) => {
    const errors = validatePassenger(passenger, index === 0, rules);
    const hasInvalidPhone = passenger.phone && !contacts[index]?.phone;
    if (hasInvalidPhone && !errors.some(({ field }) => field === 'phone'))
      errors.push({ field: 'phone', message: invalidPhoneMessage });
    return errors.map(({ field, message }) => ({ path: `passengers.${index}.${field}`, message }));
  });
}

/**
 * Converts the passengers to those of the provider's order, in the same sequence. Throws VALIDATION_ERROR with all invalid
 * fields. (PROVIDER-37 to PROVIDER-39)
 */
export function toOrderPassengers(
  passengers: readonly Passenger[],
  offer: Offer,
  today: string,
): OrderPassenger[] {
  const pairs = matchOfferPassengers(passengers, offer);
  const contacts = resolveContacts(passengers, offer);
  const errors = findErrors(passengers, contacts, offer, today);
  if (errors[0]) throw new AppError('VALIDATION_ERROR', { message: errors[0].message, fields: errors });

  const infants = pairs.filter(([passenger]) => passenger.type === 'infant_without_seat').map(([, id]) => id);
  return pairs.map(([passenger, id], index) => {
    const gender = toProviderGender(passenger) ?? 'm';
    const infant = passenger.type === 'adult' ? infants.shift() : undefined;
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
