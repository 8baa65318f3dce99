import { z } from 'zod';
import { dateSchema, emailSchema, typedText } from '../common.schema.ts';
import { passengerTypeSchema } from '../offers/offer.schema.ts';
import { nameError } from './passenger-name.ts';

export const titles = ['mr', 'ms', 'mrs', 'miss', 'dr'] as const;
export const genders = ['male', 'female', 'undisclosed'] as const;

/** A first or last name that airlines take. (PROVIDER-39, FIELD-01) */
export const passengerNameSchema = typedText()
  .trim()
  .superRefine((name, context) => {
    const message = nameError(name);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

export const passportNumberSchema = z
  .string()
  .min(5, 'Passport number must be at least 5 characters')
  .max(20, 'Passport number cannot exceed 20 characters')
  .regex(/^[A-Za-z0-9]+$/, 'Passport number can only contain letters and numbers');

/** ISO 3166-1 alpha-2. */
export const countryCodeSchema = z
  .string()
  .length(2, 'Country code must be exactly 2 characters (ISO code)')
  .regex(/^[A-Za-z]+$/, 'Country code must contain only letters')
  .transform((code) => code.toUpperCase());

const empty = (value: unknown) => (value === '' || value === null ? undefined : value);

/** A passenger in the booking request. Missing names and birth dates have their own error code. (API-07) */
export const passengerSchema = z
  .object({
    /** Passenger id of the offer; assigned by type and order when omitted. */
    id: z.string().optional(),
    type: passengerTypeSchema,
    title: z.preprocess(empty, z.enum(titles).optional()),
    gender: z.preprocess(empty, z.enum(genders).optional()),
    firstName: passengerNameSchema,
    lastName: passengerNameSchema,
    dateOfBirth: dateSchema,
    email: z.preprocess(empty, emailSchema().optional()),
    phone: z.preprocess(empty, z.string().max(40).optional()),
    passportNumber: z.preprocess(empty, passportNumberSchema.optional()),
    passportExpiryDate: z.preprocess(empty, dateSchema.optional()),
    passportIssuingCountry: z.preprocess(empty, countryCodeSchema.optional()),
  })
  .meta({ id: 'Passenger' });
export type Passenger = z.output<typeof passengerSchema>;
