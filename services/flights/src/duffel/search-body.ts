import type { CreateBatchOfferRequest, CreateOfferRequestPassenger } from '@duffel/api/types';
import type { PassengerType, SearchRequest } from '@fareline/contracts';

/** Per slice; with the provider's default of 1 remote places have no offers. */
const maxConnections = 2;

/**
 * Request body of a search. Children are given by type: their ages are not known before the passenger form, and orders with
 * a wrong age are rejected. The SDK's types lack the non-adult types, which the API accepts.
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
  const passengers = (count: number, type: PassengerType) =>
    Array.from({ length: count }, () => ({ type }) as CreateOfferRequestPassenger);
  return {
    slices: [
      slice(query.origin, query.destination, query.departureDate),
      ...(query.returnDate ? [slice(query.destination, query.origin, query.returnDate)] : []),
    ],
    passengers: [
      ...passengers(query.adultsCount, 'adult'),
      ...passengers(query.childrenCount, 'child'),
      ...passengers(query.infantsCount, 'infant_without_seat'),
    ],
    cabin_class: query.cabinClass,
    max_connections: maxConnections,
    supplier_timeout: supplierTimeoutMs,
  };
}
