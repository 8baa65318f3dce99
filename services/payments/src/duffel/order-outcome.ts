import type { ErrorCode } from '@fareline/contracts';
import { toLoggableError, parseDuffelError } from './schemas.ts';
import type { OrderOutcome } from './flight-provider.ts';

const errorCodes: Record<string, ErrorCode> = {
  price_changed: 'PRICE_CHANGED',
  offer_no_longer_available: 'OFFER_UNAVAILABLE',
  offer_request_already_booked: 'OFFER_UNAVAILABLE',
  order_creation_already_attempted: 'OFFER_UNAVAILABLE',
  offer_expired: 'OFFER_EXPIRED',
  ancillary_service_not_available: 'SEAT_UNAVAILABLE',
  unavailable_service: 'SEAT_UNAVAILABLE',
  rate_limit_exceeded: 'SERVICE_UNAVAILABLE',
};

const messages: Record<string, string> = {
  duplicate_booking:
    'The airline already has a booking for these passengers on these flights. Nothing was charged.',
  insufficient_balance: 'We cannot book this flight online right now. Nothing was charged. Please call us.',
  duplicate_passenger_name:
    'The airline does not take two passengers with the same name in one booking. Nothing was charged. Please call us.',
};

/** The airline itself stumbled: nobody knows whether it booked. */
const ambiguousCodes = new Set(['airline_internal', 'airline_unknown', 'airline_error']);

/**
 * What a failed order call means. Only the provider's own refusal counts as 'no order': a 4xx in its error form, or a 502 that
 * says `order_not_created`. All else is unknown. (D38)
 */
export function toOrderOutcome(error: unknown): OrderOutcome {
  const known = parseDuffelError(error);
  const cause = toLoggableError(error);
  const isRefusal =
    known &&
    ((known.status >= 400 && known.status < 500 && known.status !== 408 && !ambiguousCodes.has(known.code)) ||
      known.code === 'order_not_created');
  if (!known || !isRefusal) return { kind: 'unknown', isAccepted: false, cause };
  const message = messages[known.code];
  return {
    kind: 'refused',
    code: errorCodes[known.code] ?? 'BOOKING_REFUSED',
    ...(message ? { message } : {}),
    cause,
  };
}
