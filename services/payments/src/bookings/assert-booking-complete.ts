import { AppError } from '@fareline/service-kit';

type UnknownFields = Record<string, unknown>;

const toObject = (value: unknown): UnknownFields =>
  typeof value === 'object' && value !== null ? (value as UnknownFields) : {};
const isPresent = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');

/** Throws the first of the four prescribed errors that applies, before any other validation. (ERROR-09 to ERROR-12, API-54) */
export function assertBookingComplete(body: unknown): void {
  const { offerId, passengers, paymentDetails } = toObject(body);
  if (!isPresent(offerId)) throw new AppError('BOOKING_OFFER_REQUIRED');
  if (!Array.isArray(passengers) || passengers.length === 0)
    throw new AppError('BOOKING_PASSENGERS_REQUIRED');
  const { amount, currency } = toObject(paymentDetails);
  if (!isPresent(amount) || !isPresent(currency)) throw new AppError('BOOKING_PAYMENT_REQUIRED');
  const hasRequiredFields = (passenger: unknown) => {
    const { firstName, lastName, dateOfBirth } = toObject(passenger);
    return isPresent(firstName) && isPresent(lastName) && isPresent(dateOfBirth);
  };
  if (!passengers.every(hasRequiredFields)) throw new AppError('BOOKING_PASSENGER_INCOMPLETE');
}
