import { AppError } from '@fareline/service-kit';

type Loose = Record<string, unknown>;

const asObject = (value: unknown): Loose =>
  typeof value === 'object' && value !== null ? (value as Loose) : {};
const isGiven = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');

/** The four sentences that come before any other check, in this order. (ERROR-09 to ERROR-12, API-54) */
export function assertBookingComplete(body: unknown): void {
  const { offerId, passengers, paymentDetails } = asObject(body);
  if (!isGiven(offerId)) throw new AppError('BOOKING_OFFER_REQUIRED');
  if (!Array.isArray(passengers) || passengers.length === 0)
    throw new AppError('BOOKING_PASSENGERS_REQUIRED');
  const { amount, currency } = asObject(paymentDetails);
  if (!isGiven(amount) || !isGiven(currency)) throw new AppError('BOOKING_PAYMENT_REQUIRED');
  const isNamed = (passenger: unknown) => {
    const { firstName, lastName, dateOfBirth } = asObject(passenger);
    return isGiven(firstName) && isGiven(lastName) && isGiven(dateOfBirth);
  };
  if (!passengers.every(isNamed)) throw new AppError('BOOKING_PASSENGER_INCOMPLETE');
}
