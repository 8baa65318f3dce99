import type { BagService } from '@fareline/contracts';
import { bagServiceSchema } from '@fareline/contracts/schemas';
import { parseExtraPrice } from './extra-price.ts';
import { bagTypes } from './included-bags.ts';
import type { RawOffer } from './raw-offer.ts';

/**
 * The bags that can be bought with an offer, each for its own travellers and flights. Left out are bags in
 * another currency than the offer, and those for no traveller or no flight, which cannot be ordered.
 * (EXTRA-01, PROVIDER-11)
 */
export const mapBags = (offer: RawOffer): BagService[] =>
  offer.available_services.flatMap((service) => {
    if (service?.type !== 'baggage' || service.total_currency !== offer.total_currency) return [];
    if (parseExtraPrice(service.total_amount, service.total_currency) === undefined) return [];
    const { id, metadata, passenger_ids, segment_ids, total_amount, total_currency } = service;
    if (passenger_ids.length === 0 || segment_ids.length === 0) return [];
    const bag = bagServiceSchema.safeParse({
      id,
      type: bagTypes.find(({ raw }) => raw === metadata?.type)?.type ?? 'bag',
      weight_kg: metadata?.maximum_weight_kg ?? null,
      passenger_ids,
      segment_ids,
      // Without a limit one can be bought at least.
      max_quantity: service.maximum_quantity ?? 1,
      total_amount,
      total_currency,
    });
    return bag.success ? [bag.data] : [];
  });
