import { z } from 'zod';
import { passengerTypeSchema } from '../offers/offer.schema.ts';
import { validatePassengers, type PassengerRules } from './passenger-rules.ts';
import { titles } from './passenger.schema.ts';

/** One passenger of the form; every value is the text of its field, empty by default. */
export const passengerFieldsSchema = z.object({
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
  /** A mail before check-in opens is wanted. */
  checkInReminder?: boolean | undefined;
  /** All passengers are under 16, and the traveller agrees to that. (RULE-06) */
  minorsConsent?: boolean | undefined;
}

export const passportFields = ['passportNumber', 'passportExpiryDate', 'passportIssuingCountry'] as const;

/** What the form says of an empty field, where the rule speaks of what is written in it. */
const emptyPassportFields = new Map<string, string>([
  ['passportNumber', 'Passport number is required'],
  ['passportIssuingCountry', 'Please choose the country'],
]);

/** Schema of the passenger form. All fields are checked together, so that one submit shows all errors. (PAX-03) */
export const passengerFormSchema = (rules: Omit<PassengerRules, 'minorsConsent'>) =>
  z
    .object({
      passengers: z.array(passengerFieldsSchema).min(1, 'At least one passenger is required'),
      checkInReminder: z.boolean().optional(),
      minorsConsent: z.boolean().optional(),
    })
    .superRefine(({ passengers, minorsConsent }, context) => {
      for (const { index, field, message } of validatePassengers(passengers, { ...rules, minorsConsent })) {
        if (field === 'minorsConsent') {
          context.addIssue({ code: 'custom', path: [field], message });
          continue;
        }
        const isEmpty = !passengers[index]?.[field];
        context.addIssue({
          code: 'custom',
          path: ['passengers', index, field],
          message: (isEmpty && emptyPassportFields.get(field)) || message,
        });
      }
    });
