import { z } from 'zod';
import { typedText } from '../common.schema.ts';

/** What a booking is found by without an account; neither is more than a search of any length needs. (TRIP-06) */
export const tripCodeRequestSchema = z
  .object({
    reference: typedText().trim().min(1, 'Please enter your booking reference').max(40),
    lastName: typedText().trim().min(1, 'Please enter the last name of a passenger').max(60),
  })
  .meta({ id: 'TripCodeRequest' });
export type TripCodeRequest = z.output<typeof tripCodeRequestSchema>;

/** The search with the mailed code: six digits, which may be pasted with spaces. (TRIP-06) */
export const openTripRequestSchema = tripCodeRequestSchema
  .extend({
    code: typedText()
      .max(20)
      .transform((code) => code.replaceAll(/\s/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, 'Please enter the 6 digits of the code')),
  })
  .meta({ id: 'OpenTripRequest' });
export type OpenTripRequest = z.output<typeof openTripRequestSchema>;

/** A booking that a mailed code has opened in browsers without the account, as its owner sees it. (GUARD-07) */
export const openedTripSchema = z
  .object({
    id: z.uuid(),
    reference: z.string(),
    /** In how many browsers, and when in the last one. */
    browsers: z.number(),
    openedAt: z.string(),
  })
  .meta({ id: 'OpenedTrip' });
export type OpenedTrip = z.output<typeof openedTripSchema>;
