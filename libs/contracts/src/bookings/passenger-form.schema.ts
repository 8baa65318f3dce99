import { z } from 'zod';
import { namePattern, titles } from './passenger.schema.ts';
import { passengerTypeSchema, type PassengerType } from '../offers/offer.schema.ts';

/** Input of the passenger rules. Dates are `yyyy-MM-dd`. */
export interface PassengerRules {
  passportsRequired: boolean;
  /** Local date of the last flight; the passenger type is checked on this date. (D39) */
  lastFlightDay: string;
  today: string;
}

/** One passenger of the form; every value is the text of its field, empty by default. */
const passengerFieldsSchema = z.object({
  id: z.string(),
  type: passengerTypeSchema,
  title: z.enum(['', ...titles]),
  gender: z.enum(['', 'male', 'female', 'undisclosed']),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string(),
  email: z.string(),
  phone: z.string(),
  passportNumber: z.string(),
  passportExpiryDate: z.string(),
  passportIssuingCountry: z.string(),
});
export type PassengerFields = z.output<typeof passengerFieldsSchema>;
export interface PassengerForm {
  passengers: PassengerFields[];
}

export const passportFields = ['passportNumber', 'passportExpiryDate', 'passportIssuingCountry'] as const;

type Field = keyof PassengerFields;
type FieldError = readonly [field: Field, message: string];

const invalidNameMessage =
  'Names take Latin letters, spaces, hyphens and apostrophes, 20 at most. Write it as in the two lines at the foot of the passport';

/** Full years between two dates. */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

const ages: Record<PassengerType, { from: number; to: number; label: string }> = {
  adult: { from: 12, to: 130, label: 'an adult is 12 or older' },
  child: { from: 2, to: 11, label: 'a child is 2 to 11' },
  infant_without_seat: { from: 0, to: 1, label: 'an infant is under 2' },
};

function birthDateError(passenger: PassengerFields, rules: PassengerRules): string | undefined {
  const { dateOfBirth, type } = passenger;
  if (!dateOfBirth) return 'Date of birth is required';
  if (!z.iso.date().safeParse(dateOfBirth).success) return 'Invalid input';
  if (dateOfBirth > rules.today) return 'Date of birth cannot be in the future';
  const age = ageOn(dateOfBirth, rules.lastFlightDay);
  const { from, to, label } = ages[type];
  if (age >= from && age <= to) return undefined;
  return `On the last flight this passenger is ${age}; ${label}. Please check the date or search again with other travellers`;
}

function nameError(name: string, missing: string): string | undefined {
  if (!name.trim()) return missing;
  return namePattern.test(name.trim()) ? undefined : invalidNameMessage;
}

function genderError({ gender, title }: PassengerFields): string | undefined {
  if (gender === 'undisclosed')
    return 'The airlines’ booking system has no value for this yet. Please choose the gender in the passport, or call us to book';
  const titleGivesGender = title !== '' && title !== 'dr';
  return gender || titleGivesGender ? undefined : 'Please choose the gender in the passport';
}

function contactErrors(passenger: PassengerFields, isPrimary: boolean): FieldError[] {
  const problems: FieldError[] = [];
  const emailIsValid = z.email().max(254).safeParse(passenger.email.trim()).success;
  if (isPrimary && !emailIsValid) problems.push(['email', 'Valid email is required for primary passenger']);
  if (!isPrimary && passenger.email && !emailIsValid) problems.push(['email', 'Invalid email']);
  const phone = passenger.phone.trim();
  if (isPrimary && !phone) problems.push(['phone', 'Phone number is required for primary passenger']);
  const digits = phone.replace(/\D/g, '').length;
  if (phone && (!/^\+?[\d\s().\-/]+$/.test(phone) || digits < 6 || digits > 15))
    problems.push(['phone', 'Please enter a phone number such as +1 212 555 0142']);
  return problems;
}

function passportErrors(passenger: PassengerFields, rules: PassengerRules): FieldError[] {
  const { passportNumber, passportExpiryDate, passportIssuingCountry } = passenger;
  const problems: FieldError[] = [];
  const { passportsRequired: isRequired } = rules;
  if (isRequired || passportNumber) {
    if (passportNumber.length < 5)
      problems.push(['passportNumber', 'Passport number must be at least 5 characters']);
    else if (passportNumber.length > 20)
      problems.push(['passportNumber', 'Passport number cannot exceed 20 characters']);
    else if (!/^[A-Za-z0-9]+$/.test(passportNumber))
      problems.push(['passportNumber', 'Passport number can only contain letters and numbers']);
  }
  if (isRequired && !passportExpiryDate)
    problems.push(['passportExpiryDate', 'Passport expiry date is required']);
  if (passportExpiryDate && passportExpiryDate <= rules.today)
    problems.push(['passportExpiryDate', 'Passport must not be expired']);
  if (isRequired || passportIssuingCountry) {
    if (passportIssuingCountry.length !== 2)
      problems.push(['passportIssuingCountry', 'Country code must be exactly 2 characters (ISO code)']);
    else if (!/^[A-Za-z]+$/.test(passportIssuingCountry))
      problems.push(['passportIssuingCountry', 'Country code must contain only letters']);
  }
  return problems;
}

function passengerErrors(
  passenger: PassengerFields,
  isPrimary: boolean,
  rules: PassengerRules,
): FieldError[] {
  const found: (readonly [Field, string | undefined])[] = [
    ['firstName', nameError(passenger.firstName, 'First name is required')],
    ['lastName', nameError(passenger.lastName, 'Last name is required')],
    ['gender', genderError(passenger)],
    ['dateOfBirth', birthDateError(passenger, rules)],
    ...contactErrors(passenger, isPrimary),
    ...passportErrors(passenger, rules),
  ];
  return found.filter((problem): problem is FieldError => problem[1] !== undefined);
}

/**
 * Schema of the passenger form. All fields are checked together, so that one submit shows all errors.
 * (PAX-03, PAX-05 to PAX-10, PAX-15 to PAX-17, PAX-20, PROVIDER-37 to PROVIDER-39)
 */
export const passengerFormSchema = (rules: PassengerRules) =>
  z
    .object({ passengers: z.array(passengerFieldsSchema).min(1, 'At least one passenger is required') })
    .superRefine(({ passengers }, context) => {
      passengers.forEach((passenger, index) => {
        for (const [field, message] of passengerErrors(passenger, index === 0, rules))
          context.addIssue({ code: 'custom', message, path: ['passengers', index, field] });
      });
    });
