import '../validation-messages.ts';
import { z } from 'zod';
import { genders, passengerSchema, titles } from '../bookings/passenger.schema.ts';

/** What a traveller takes from one booking to the next: neither contact data, nor the passenger type, which age decides. */
export const travellerSchema = passengerSchema
  .pick({
    title: true,
    gender: true,
    firstName: true,
    lastName: true,
    dateOfBirth: true,
    passportNumber: true,
    passportExpiryDate: true,
    passportIssuingCountry: true,
  })
  .meta({ id: 'Traveller' });
export type Traveller = z.output<typeof travellerSchema>;

export const travellerParamsSchema = z.object({ id: z.uuid() });

/** What `travellerSchema` has accepted; responses cannot have schemas that change what they parse. */
export const savedTravellerSchema = z
  .object({
    id: z.string(),
    title: z.enum(titles).optional(),
    gender: z.enum(genders).optional(),
    firstName: z.string(),
    lastName: z.string(),
    dateOfBirth: z.string(),
    passportNumber: z.string().optional(),
    passportExpiryDate: z.string().optional(),
    passportIssuingCountry: z.string().optional(),
  })
  .meta({ id: 'SavedTraveller' });
export type SavedTraveller = z.output<typeof savedTravellerSchema>;
