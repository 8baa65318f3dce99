import type { Offer } from './offer.schema.ts';

/**
 * Equal for offers of the same flights at the same times, whatever their fare: the list has one card for them. A flight without a
 * number is known by its airline. (LIST-02)
 */
export const getItineraryKey = ({ slices }: Pick<Offer, 'slices'>): string =>
  JSON.stringify(
    slices.map(({ segments }) =>
      segments.map(({ flight_number, marketing_carrier, origin, destination, departing_at, arriving_at }) => [
        flight_number ?? marketing_carrier.iata_code ?? marketing_carrier.name,
        ...[origin.iata_code, departing_at, destination.iata_code, arriving_at],
      ]),
    ),
  );
