import type { CreateBatchOfferRequest, CreateOfferRequestPassenger } from '@duffel/api/types';
import type { PassengerType, SearchRequest } from '@fareline/contracts';

/** Per slice. The provider's own default of 1 leaves remote places without any offer. */
const maxConnections = 2;

/**
 * What the provider is asked for a search. Children go by type: their ages are not known before the passenger form, and
 * an age that turns out wrong is refused when ordering. The SDK's types leave the non-adult types out; the API takes them.
 */
export function searchBody(
  query: SearchRequest,
  supplierTimeoutMs: number,
): CreateBatchOfferRequest & { supplier_timeout: number } {
  const slice = (origin: string, destination: string, departure_date: string) => ({
    origin,
    destination,
    departure_date,
    departure_time: null,
    arrival_time: null,
  });
  const people = (count: number, type: PassengerType) =>
    Array.from({ length: count }, () => ({ type }) as CreateOfferRequestPassenger);
  return {
    slices: [
      slice(query.origin, query.destination, query.departureDate),
      ...(query.returnDate ? [slice(query.destination, query.origin, query.returnDate)] : []),
    ],
    passengers: [
      ...people(query.adultsCount, 'adult'),
      ...people(query.childrenCount, 'child'),
      ...people(query.infantsCount, 'infant_without_seat'),
    ],
    cabin_class: query.cabinClass,
    max_connections: maxConnections,
    supplier_timeout: supplierTimeoutMs,
  };
}
