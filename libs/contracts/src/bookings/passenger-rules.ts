import { z } from 'zod';
import type { Offer, PassengerType } from '../offers/offer.schema.ts';
import { emailSchema } from '../common.schema.ts';
import { getFullName } from './passenger-name.ts';
import { countryCodeSchema, passengerNameSchema, passportNumberSchema } from './passenger.schema.ts';

/** Input of the passenger rules besides the passenger. Dates are `yyyy-MM-dd`. */
export interface PassengerRules {
  passportsRequired: boolean;
  /** Local date of the last flight; the passenger type is checked on this date. (PROVIDER-38) */
  lastFlightDay: string;
  /** Local date of the last arrival, until which a passport has to be valid. (FIELD-03) */
  lastArrivalDay: string;
  today: string;
  /** Whether a typed text is a phone number of this passenger. (PROVIDER-39) */
  isPhone: (typed: string, passenger: PassengerValues) => boolean;
}

/** A passenger of a form or of a request; empty and missing values are equal. */
export interface PassengerValues {
  type: PassengerType;
  title?: string;
  gender?: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  email?: string;
  phone?: string;
  passportNumber?: string;
  passportExpiryDate?: string;
  passportIssuingCountry?: string;
}

interface PassengerError {
  field: keyof PassengerValues;
  message: string;
}

/** Full years between two dates. */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/** Local date of an offer's last flight, `yyyy-MM-dd`; undefined if the provider gives no times. */
export function getLastFlightDay({ slices }: Pick<Offer, 'slices'>): string | undefined {
  const last = slices.at(-1);
  return (last?.segments.at(-1)?.departing_at ?? last?.departure_time)?.slice(0, 10);
}

/** Local date of an offer's last arrival, `yyyy-MM-dd`; undefined if the provider gives no times. */
export function getLastArrivalDay({ slices }: Pick<Offer, 'slices'>): string | undefined {
  const last = slices.at(-1);
  return (last?.segments.at(-1)?.arriving_at ?? last?.arrival_time)?.slice(0, 10);
}

const ages: Record<PassengerType, { from: number; to: number; label: string }> = {
  adult: { from: 12, to: 130, label: 'an adult is 12 or older' },
  child: { from: 2, to: 11, label: 'a child is 2 to 11' },
  infant_without_seat: { from: 0, to: 1, label: 'an infant is under 2' },
};

/** Whether the age on a day is that of a passenger type. (PROVIDER-38) */
export function isOfType(type: PassengerType, dateOfBirth: string, day: string): boolean {
  const age = ageOn(dateOfBirth, day);
  return age >= ages[type].from && age <= ages[type].to;
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** The first message of a schema for a value. */
const schemaError = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

const requiredNameError = (name: string, missing: string): string | undefined =>
  name.trim() ? schemaError(passengerNameSchema, name) : missing;

function genderError({ gender, title }: PassengerValues): string | undefined {
  if (gender === 'undisclosed')
    return 'The airlines’ booking system has no value for this yet. Please choose the gender in the passport, or contact us to book';
  const titleGivesGender = Boolean(title) && title !== 'dr';
  return gender || titleGivesGender ? undefined : 'Please choose the gender in the passport';
}

function birthDateError({ dateOfBirth, type }: PassengerValues, rules: PassengerRules): string | undefined {
  if (!dateOfBirth) return 'Date of birth is required';
  if (!z.iso.date().safeParse(dateOfBirth).success) return 'Invalid input';
  if (dateOfBirth > rules.today) return 'Date of birth cannot be in the future';
  const age = ageOn(dateOfBirth, rules.lastFlightDay);
  if (age > ages.adult.to) return `Please check the year of birth: it reads ${dateOfBirth.slice(0, 4)}`;
  if (isOfType(type, dateOfBirth, rules.lastFlightDay)) return undefined;
  return `On the last flight this passenger is ${age}; ${ages[type].label}. Please check the date or search again with other travellers`;
}

function emailError({ email = '' }: PassengerValues, isPrimary: boolean): string | undefined {
  const isValid = emailSchema().safeParse(email.trim()).success;
  if (isPrimary) return isValid ? undefined : 'Valid email is required for primary passenger';
  return email && !isValid ? 'Invalid email' : undefined;
}

function phoneError(passenger: PassengerValues, isPrimary: boolean, { isPhone }: PassengerRules) {
  const text = passenger.phone?.trim();
  if (!text) return isPrimary ? 'Phone number is required for primary passenger' : undefined;
  return isPhone(text, passenger) ? undefined : 'Please enter a phone number such as +1 212 555 0142';
}

function expiryError(
  expiry: string | undefined,
  { passportsRequired, today, lastArrivalDay }: PassengerRules,
): string | undefined {
  if (!expiry) return passportsRequired ? 'Passport expiry date is required' : undefined;
  if (expiry <= today) return 'Passport must not be expired';
  return expiry < lastArrivalDay
    ? `Passport must be valid until the last arrival, on ${dayFormat.format(new Date(lastArrivalDay))}`
    : undefined;
}

/** An error for all but the first of passengers with the same name, whom airlines refuse in one booking. (FIELD-05) */
function findSameName(passengers: readonly PassengerValues[], index: number): PassengerError[] {
  const names = passengers.map(getFullName);
  const first = names.indexOf(names[index]!);
  if (first === index || !names[index]) return [];
  const message = `Passenger ${first + 1} has the same name. Airlines take a name once in a booking: add a middle name, or contact us to book`;
  return [{ field: 'firstName', message }];
}

/** All errors of the passengers of a booking, by passenger. */
export const validatePassengers = (
  passengers: readonly PassengerValues[],
  rules: PassengerRules,
): (PassengerError & { index: number })[] =>
  passengers.flatMap((passenger, index) => {
    const errors = validatePassenger(passenger, index === 0, rules);
    const isNamed = !errors.some(({ field }) => field === 'firstName' || field === 'lastName');
    return [...(isNamed ? findSameName(passengers, index) : []), ...errors].map((error) => ({
      ...error,
      index,
    }));
  });

/**
 * All errors of a passenger in the order of the fields. The first passenger of a booking is the primary one. (PAX-05 to
 * PAX-10, PAX-15 to PAX-17, PAX-20, PROVIDER-37 to PROVIDER-39)
 */
function validatePassenger(
  passenger: PassengerValues,
  isPrimary: boolean,
  rules: PassengerRules,
): PassengerError[] {
  const { passportNumber, passportExpiryDate, passportIssuingCountry } = passenger;
  const ifGivenOrRequired = (schema: z.ZodType, value: string | undefined) =>
    value || rules.passportsRequired ? schemaError(schema, value ?? '') : undefined;
  const found: [PassengerError['field'], string | undefined][] = [
    ['firstName', requiredNameError(passenger.firstName, 'First name is required')],
    ['lastName', requiredNameError(passenger.lastName, 'Last name is required')],
    ['gender', genderError(passenger)],
    ['dateOfBirth', birthDateError(passenger, rules)],
    ['email', emailError(passenger, isPrimary)],
    ['phone', phoneError(passenger, isPrimary, rules)],
    ['passportNumber', ifGivenOrRequired(passportNumberSchema, passportNumber)],
    ['passportExpiryDate', expiryError(passportExpiryDate, rules)],
    ['passportIssuingCountry', ifGivenOrRequired(countryCodeSchema, passportIssuingCountry)],
  ];
  return found.flatMap(([field, message]) => (message ? [{ field, message }] : []));
}
