import type { Offer, Passenger, PassengerType } from '@fareline/contracts';
import { ageOn } from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit';
import type { OrderPassenger } from '../db/tables/bookings.table.ts';
import { toE164 } from './phone.ts';

interface FieldError {
  path: string;
  message: string;
}

const ageRules: Record<PassengerType, readonly [from: number, to: number, rule: string]> = {
  adult: [12, 130, 'an adult is 12 or older'],
  child: [2, 11, 'a child is 2 to 11'],
  infant_without_seat: [0, 1, 'an infant is under 2'],
};

const getLastFlightDate = (offer: Offer): string =>
  offer.slices.at(-1)?.segments.at(-1)?.departing_at?.slice(0, 10) ?? offer.expires_at.slice(0, 10);

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

function validatePassenger(passenger: Passenger, offer: Offer, today: string): FieldError[] {
  const errors: FieldError[] = [];
  const day = getLastFlightDate(offer);
  const age = ageOn(passenger.dateOfBirth, day);
  const [from, to, rule] = ageRules[passenger.type];
  if (passenger.dateOfBirth > today)
    errors.push({ path: 'dateOfBirth', message: 'Date of birth cannot be in the future' });
  else if (age < from || age > to)
    errors.push({
      path: 'dateOfBirth',
      message: `On the last flight this passenger is ${age}; ${rule}. Please check the date or search again with other travellers`,
    });
  if (passenger.gender === 'undisclosed')
    errors.push({
      path: 'gender',
      message:
        'The airlines’ booking system has no value for this yet. Please choose the gender in the passport, or call us to book',
    });
  else if (!toProviderGender(passenger))
    errors.push({ path: 'gender', message: 'Please choose the gender in the passport' });
  if (offer.passenger_identity_documents_required) {
    if (!passenger.passportNumber)
      errors.push({ path: 'passportNumber', message: 'Passport number must be at least 5 characters' });
    if (!passenger.passportExpiryDate)
      errors.push({ path: 'passportExpiryDate', message: 'Passport expiry date is required' });
    if (!passenger.passportIssuingCountry)
      errors.push({
        path: 'passportIssuingCountry',
        message: 'Country code must be exactly 2 characters (ISO code)',
      });
  }
  if (passenger.passportExpiryDate && passenger.passportExpiryDate <= today)
    errors.push({ path: 'passportExpiryDate', message: 'Passport must not be expired' });
  return errors;
}

interface Contact {
  email: string;
  phone: string;
}

/** Passengers without email or phone get those of the first passenger. */
function resolveContacts(
  passengers: readonly Passenger[],
  offer: Offer,
): { contacts: Contact[]; errors: FieldError[] } {
  const country = offer.slices[0]?.origin.country_code ?? null;
  const errors: FieldError[] = [];
  const [primary] = passengers;
  if (!primary?.email)
    errors.push({ path: 'passengers.0.email', message: 'Valid email is required for primary passenger' });
  if (!primary?.phone)
    errors.push({ path: 'passengers.0.phone', message: 'Phone number is required for primary passenger' });
  const contacts = passengers.map((passenger, index) => {
    const phoneInput = passenger.phone ?? primary?.phone ?? '';
    const phone = toE164(phoneInput, country);
    if (!phone && passenger.phone)
      errors.push({
        path: `passengers.${index}.phone`,
        message: 'Please enter a phone number such as +1 212 555 0142',
      });
    return { phone: phone ?? '', email: passenger.email ?? primary?.email ?? '' };
  });
  return { contacts, errors };
}

/**
 * Converts the passengers to those of the provider's order, in the same sequence. Throws VALIDATION_ERROR with all invalid
 * fields. (D39, PROVIDER-37 to PROVIDER-39)
 */
export function toOrderPassengers(
  passengers: readonly Passenger[],
  offer: Offer,
  today: string,
): OrderPassenger[] {
  const pairs = matchOfferPassengers(passengers, offer);
  const { contacts, errors } = resolveContacts(passengers, offer);
  for (const [index, passenger] of passengers.entries())
    for (const { path, message } of validatePassenger(passenger, offer, today))
      errors.push({ path: `passengers.${index}.${path}`, message });
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
