import type { Offer } from '@fareline/contracts';

/** Whether such a bag is included for every traveller with a seat on every segment. (FILTER-14, D63) */
export const includesBag = (offer: Offer, type: 'baggage' | 'cabin_bag'): boolean =>
  offer.available_services.some(
    (service) => service.type === type && service.total_amount !== null && Number(service.total_amount) === 0,
  );
