import type { ErrorCode, PassengerType, Slice } from '@fareline/contracts';
import { findBrokenRules } from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit/app-error';
import type { Booking } from '../bookings/booking.repository.ts';
import type { BookedOrder } from '../duffel/flight-provider.ts';

type RuledBooking = Pick<Booking, 'booking_data' | 'passport_expiries'>;

const types: Record<string, PassengerType> = { child: 'child', infant: 'infant_without_seat' };

/** The flights of a booking after a change, in the sequence in which they are flown. */
export const replaceSlices = (
  slices: readonly Slice[],
  removed: readonly number[],
  added: readonly Slice[],
): Slice[] =>
  [...slices.filter((_, index) => !removed.includes(index)), ...added].toSorted((a, b) =>
    (a.departure_time ?? '').localeCompare(b.departure_time ?? ''),
  );

/** What the booking would have said of its passengers on these flights; undefined where they break no rule. (RULE-01) */
export function findFlightRefusal(
  { booking_data: { passengers, minors_consent }, passport_expiries }: RuledBooking,
  { birthDates }: Pick<BookedOrder, 'birthDates'>,
  slices: readonly Slice[],
  now: Date,
): string | undefined {
  const flying = passengers.map(({ id, type, given_name, family_name }) => ({
    type: types[type] ?? ('adult' as const),
    ...{ firstName: given_name, lastName: family_name },
    dateOfBirth: birthDates[id] ?? '',
    passportExpiryDate: passport_expiries[id] ?? '',
  }));
  const today = now.toISOString().slice(0, 10);
  const [broken] = findBrokenRules(flying, { slices, today, minorsConsent: minors_consent });
  const passenger = broken && flying[broken.index];
  return passenger && `${passenger.firstName} ${passenger.lastName}: ${broken.message}.`;
}

/** Refuses flights with the booking's sentence, and how to go on. */
export const toRuleError = (code: ErrorCode, refusal: string): AppError =>
  new AppError(code, { message: `${refusal} Please choose other flights, or call us.` });

/** Throws BOOKING_NOT_CHANGEABLE for flights on which a passenger would break a rule of the booking. (RULE-01) */
export function assertRulesKept(...facts: Parameters<typeof findFlightRefusal>): void {
  const refusal = findFlightRefusal(...facts);
  if (refusal !== undefined) throw toRuleError('BOOKING_NOT_CHANGEABLE', refusal);
}
