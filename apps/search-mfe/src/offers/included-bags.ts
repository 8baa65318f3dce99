import type { Offer } from '@fareline/contracts';

/** Whether everybody with a seat may bring such a bag on every flight without paying more. (FILTER-14, D63) */
export const includesBag = (offer: Offer, type: 'baggage' | 'cabin_bag'): boolean =>
  offer.available_services.some(
    (service) => service.type === type && service.total_amount !== null && Number(service.total_amount) === 0,
  );
