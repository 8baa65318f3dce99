import type { ErrorCode } from '@fareline/contracts';
import { toLoggableError, parseDuffelError } from './schemas.ts';
import type { InvalidFields, OrderOutcome } from './flight-provider.ts';

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
  insufficient_balance:
    'We cannot book this flight online right now. Nothing was charged. Please contact us.',
  duplicate_passenger_name:
    'The airline does not take two passengers with the same name in one booking. Nothing was charged. Please contact us.',
};

/** Fields of the provider's passenger, with ours and what the traveller calls them. */
const passengerFields: Record<string, [field: string, label: string]> = {
  title: ['title', 'title'],
  gender: ['gender', 'gender'],
  given_name: ['firstName', 'first name'],
  family_name: ['lastName', 'last name'],
  born_on: ['dateOfBirth', 'date of birth'],
  email: ['email', 'email address'],
  phone_number: ['phone', 'phone number'],
  identity_documents: ['passportNumber', 'passport'],
  type: ['passportNumber', 'passport'],
  unique_identifier: ['passportNumber', 'passport number'],
  expires_on: ['passportExpiryDate', 'passport expiry'],
  issuing_country_code: ['passportIssuingCountry', 'issuing country'],
};

/** The field of a pointer such as `/passengers/0/identity_documents/0/expires_on`. (FIELD-04) */
function toInvalidField(pointer: string | undefined): InvalidFields[number] | undefined {
  const [, index, name = ''] =
    /^\/passengers\/(\d+)\/(?:identity_documents\/\d+\/)?(\w+)/.exec(pointer ?? '') ?? [];
  const known = passengerFields[name];
  return (
    known && {
      path: `passengers.${index}.${known[0]}`,
      message: `The airline does not take this ${known[1]}`,
    }
  );
}

/** Internal errors of the airline, after which it may have done what it was asked for. */
export const ambiguousCodes = new Set(['airline_internal', 'airline_unknown', 'airline_error']);

/**
 * Maps a failed order call to its outcome. It is `refused` only for a 4xx in the provider's error format, except a 408 and the
 * ambiguous codes, or for the code `order_not_created`; everything else is `unknown`. (PROVIDER-34)
 */
export function toOrderOutcome(error: unknown): OrderOutcome {
  const duffelError = parseDuffelError(error);
  const cause = toLoggableError(error);
  const isRefusal =
    duffelError &&
    ((duffelError.status >= 400 &&
      duffelError.status < 500 &&
      duffelError.status !== 408 &&
      !ambiguousCodes.has(duffelError.code)) ||
      duffelError.code === 'order_not_created');
  if (!duffelError || !isRefusal) return { kind: 'unknown', isAccepted: false, cause };
  const field = toInvalidField(duffelError.pointer);
  const message =
    messages[duffelError.code] ??
    (field && `${field.message}. Nothing was charged. Please check it and try again.`);
  return {
    kind: 'refused',
    code: errorCodes[duffelError.code] ?? 'BOOKING_REFUSED',
    ...(message ? { message } : {}),
    ...(field ? { fields: [field] } : {}),
    ...(duffelError.code === 'insufficient_balance' ? { isBalanceInsufficient: true } : {}),
    cause,
  };
}
