import { z } from 'zod';
import type { PassengerType, Slice } from '../offers/offer.schema.ts';
import { emailSchema } from '../common.schema.ts';
import { tooManyInfantsMessage } from '../searches/search-rules.ts';
import { getFullName } from './passenger-name.ts';
import { countryCodeSchema, passengerNameSchema, passportNumberSchema } from './passenger.schema.ts';

/** What the rules of passengers need besides them. Dates are `yyyy-MM-dd`. */
export interface Flights {
  slices: readonly Slice[];
  today: string;
  /** Consent to a trip on which all passengers are under 16. (RULE-06) */
  minorsConsent?: boolean | undefined;
}

/** Input of the rules of a form or request besides the passengers. */
export interface PassengerRules extends Flights {
  passportsRequired: boolean;
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

/** What the rules that depend on flights need of a passenger; an empty date is not known. */
export type FlyingPassenger = Pick<
  PassengerValues,
  'type' | 'firstName' | 'lastName' | 'dateOfBirth' | 'passportExpiryDate'
>;

interface PassengerError {
  index: number;
  field: keyof PassengerValues | 'minorsConsent';
  message: string;
}

/** Full years between two dates. */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/** Local date of an offer's first flight, `yyyy-MM-dd`; undefined if the provider gives no times. */
function getFirstFlightDay({ slices: [first] }: Pick<Flights, 'slices'>): string | undefined {
  return (first?.segments[0]?.departing_at ?? first?.departure_time)?.slice(0, 10);
}

/** Local date of an offer's last flight, `yyyy-MM-dd`; undefined if the provider gives no times. */
export function getLastFlightDay({ slices }: Pick<Flights, 'slices'>): string | undefined {
  const last = slices.at(-1);
  return (last?.segments.at(-1)?.departing_at ?? last?.departure_time)?.slice(0, 10);
}

/** Local date of an offer's last arrival, `yyyy-MM-dd`; undefined if the provider gives no times. */
export function getLastArrivalDay({ slices }: Pick<Flights, 'slices'>): string | undefined {
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

const minorsUntil = 16;

/** Whether all passengers are known to be under 16 on their first flight. (RULE-06) */
export function areAllMinors(
  passengers: readonly Pick<FlyingPassenger, 'dateOfBirth'>[],
  { slices, today }: Flights,
): boolean {
  const day = getFirstFlightDay({ slices }) ?? today;
  return passengers.every(
    ({ dateOfBirth }) => z.iso.date().safeParse(dateOfBirth).success && ageOn(dateOfBirth, day) < minorsUntil,
  );
}

const minorsMessage =
  'Please confirm that all passengers are under 16: airlines have rules of their own for minors who travel without an adult';

function ageError({ dateOfBirth, type }: FlyingPassenger, { slices, today }: Flights): string | undefined {
  if (!dateOfBirth) return undefined;
  const day = getLastFlightDay({ slices }) ?? today;
  if (isOfType(type, dateOfBirth, day)) return undefined;
  return `On the last flight this passenger is ${ageOn(dateOfBirth, day)}; ${ages[type].label}. Please check the date or search again with other travellers`;
}

function validityError(
  { passportExpiryDate: expiry }: FlyingPassenger,
  { slices, today }: Flights,
): string | undefined {
  if (!expiry) return undefined;
  if (expiry <= today) return 'Passport must not be expired';
  const day = getLastArrivalDay({ slices }) ?? today;
  return expiry < day
    ? `Passport must be valid until the last arrival, on ${dayFormat.format(new Date(day))}`
    : undefined;
}

/** Airlines refuse two passengers of the same name in one booking; the first of them stays. (FIELD-05) */
function sameNameError(passengers: readonly FlyingPassenger[], index: number): string | undefined {
  const names = passengers.map(getFullName);
  const first = names.indexOf(names[index]!);
  return first === index || !names[index]
    ? undefined
    : `Passenger ${first + 1} has the same name. Airlines take a name once in a booking: add a middle name, or contact us to book`;
}

function lapError(passengers: readonly FlyingPassenger[], index: number): string | undefined {
  const isInfant = ({ type }: FlyingPassenger) => type === 'infant_without_seat';
  if (!isInfant(passengers[index]!)) return undefined;
  const adults = passengers.filter(({ type }) => type === 'adult').length;
  return passengers.slice(0, index + 1).filter(isInfant).length > adults ? tooManyInfantsMessage : undefined;
}

/**
 * The rules that passengers would break on these flights: names, infants, ages, passports, minors. A booking is checked by them, and so
 * are its other flights whenever they change. (RULE-01, PROVIDER-38, FIELD-03, FIELD-05)
 */
export const findBrokenRules = (passengers: readonly FlyingPassenger[], flights: Flights): PassengerError[] =>
  passengers.flatMap((passenger, index) => {
    const needsConsent = index === 0 && !flights.minorsConsent && areAllMinors(passengers, flights);
    return listErrors(index, [
      ['firstName', sameNameError(passengers, index)],
      ['type', lapError(passengers, index)],
      ['dateOfBirth', ageError(passenger, flights)],
      ['passportExpiryDate', validityError(passenger, flights)],
      ['minorsConsent', needsConsent ? minorsMessage : undefined],
    ]);
  });

const listErrors = (
  index: number,
  found: readonly (readonly [PassengerError['field'], string | undefined])[],
): PassengerError[] => found.flatMap(([field, message]) => (message ? [{ index, field, message }] : []));

function birthDateError({ dateOfBirth }: PassengerValues, { slices, today }: Flights): string | undefined {
  if (!dateOfBirth) return 'Date of birth is required';
  if (!z.iso.date().safeParse(dateOfBirth).success) return 'Invalid input';
  if (dateOfBirth > today) return 'Date of birth cannot be in the future';
  return ageOn(dateOfBirth, getLastFlightDay({ slices }) ?? today) > ages.adult.to
    ? `Please check the year of birth: it reads ${dateOfBirth.slice(0, 4)}`
    : undefined;
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

/** In the order of the form; what is asked of all passengers stands below them. */
const fieldOrder: readonly PassengerError['field'][] = [
  ...(['type', 'firstName', 'lastName', 'gender', 'dateOfBirth', 'email', 'phone'] as const),
  ...(['passportNumber', 'passportExpiryDate', 'passportIssuingCountry', 'minorsConsent'] as const),
];

/** All errors of the passengers of a booking, by passenger: of a field the one that keeps it from being read, else the broken rule. */
export function validatePassengers(
  passengers: readonly PassengerValues[],
  rules: PassengerRules,
): PassengerError[] {
  const unreadable = passengers.flatMap((passenger, index) => validateFields(passenger, index, rules));
  const broken = findBrokenRules(passengers, rules).filter(
    ({ index, field }) => !unreadable.some((error) => error.index === index && error.field === field),
  );
  return [...unreadable, ...broken].toSorted(
    (a, b) => a.index - b.index || fieldOrder.indexOf(a.field) - fieldOrder.indexOf(b.field),
  );
}

/**
 * What is wrong in the fields of a passenger whatever the flights. The first passenger of a booking is the primary one. (PAX-05 to
 * PAX-10, PAX-15 to PAX-17, PAX-20, PROVIDER-37, PROVIDER-39)
 */
function validateFields(passenger: PassengerValues, index: number, rules: PassengerRules): PassengerError[] {
  const isPrimary = index === 0;
  const { passportNumber, passportExpiryDate, passportIssuingCountry } = passenger;
  const ifGivenOrRequired = (schema: z.ZodType, value: string | undefined) =>
    value || rules.passportsRequired ? schemaError(schema, value ?? '') : undefined;
  return listErrors(index, [
    ['firstName', requiredNameError(passenger.firstName, 'First name is required')],
    ['lastName', requiredNameError(passenger.lastName, 'Last name is required')],
    ['gender', genderError(passenger)],
    ['dateOfBirth', birthDateError(passenger, rules)],
    ['email', emailError(passenger, isPrimary)],
    ['phone', phoneError(passenger, isPrimary, rules)],
    ['passportNumber', ifGivenOrRequired(passportNumberSchema, passportNumber)],
    [
      'passportExpiryDate',
      rules.passportsRequired && !passportExpiryDate ? 'Passport expiry date is required' : undefined,
    ],
    ['passportIssuingCountry', ifGivenOrRequired(countryCodeSchema, passportIssuingCountry)],
  ]);
}
