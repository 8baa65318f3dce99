import type { OrderService } from '@duffel/api/types';
import type { TestScenario } from '../flights/test-routes.ts';
import { airlineProblem, invalidField } from '../http/errors.ts';
import { bagServices } from '../offers/bag-services.ts';
import { seatMaps } from '../offers/seat-map.ts';
import type { ListedOffer } from '../records.ts';
import { toAmount, toCents } from '../state/money.ts';

export interface ChosenService {
  service: OrderService;
  cents: number;
  seat: { segmentId: string; designator: string; name: string | null; disclosures: string[] } | null;
}

type Wanted = { id: string; quantity: number };

function bag(
  offer: ListedOffer,
  scenario: TestScenario | null,
  wanted: Wanted,
  pointer: string,
): ChosenService | undefined {
  const found = bagServices(offer, scenario).find((service) => service.id === wanted.id);
  if (!found) return undefined;
  if (wanted.quantity > found.maximum_quantity)
    throw invalidField(
      `${pointer}/quantity`,
      'validation_range',
      `Field 'quantity' must be at most ${found.maximum_quantity}`,
    );
  const cents = (toCents(found.total_amount) ?? 0) * wanted.quantity;
  return {
    cents,
    seat: null,
    service: {
      id: found.id,
      type: 'baggage',
      quantity: wanted.quantity,
      passenger_ids: found.passenger_ids,
      segment_ids: found.segment_ids,
      total_amount: toAmount(cents, found.total_currency),
      total_currency: found.total_currency,
      metadata: found.metadata,
    },
  };
}

function seats(offer: ListedOffer, isBooked: (seat: string) => boolean): Map<string, ChosenService> {
  const all = new Map<string, ChosenService>();
  for (const map of seatMaps(offer, isBooked))
    for (const { sections } of map.cabins.flatMap((cabin) => cabin.rows))
      for (const element of sections.flatMap((section) => section.elements)) {
        if (element.type !== 'seat') continue;
        for (const offered of element.available_services) {
          const { designator, disclosures, name = null } = element;
          all.set(offered.id, {
            cents: toCents(offered.total_amount) ?? 0,
            seat: { segmentId: map.segment_id, designator, name, disclosures },
            service: {
              id: offered.id,
              type: 'seat',
              quantity: 1,
              passenger_ids: [offered.passenger_id],
              segment_ids: [map.segment_id],
              total_amount: offered.total_amount,
              total_currency: offered.total_currency,
              metadata: { designator, disclosures, name },
            },
          });
        }
      }
  return all;
}

/** The services a booking asks for, priced; one that the offer does not sell, or sells once, is refused. */
export function chosenServices(
  offer: ListedOffer,
  scenario: TestScenario | null,
  wanted: readonly Wanted[],
  isBooked: (seat: string) => boolean,
): ChosenService[] {
  if (wanted.length === 0) return [];
  const sold = scenario === 'no_services' ? new Map<string, ChosenService>() : seats(offer, isBooked);
  const taken = new Set<string>();
  return wanted.map((entry, index) => {
    const pointer = `/services/${index}`;
    const found = bag(offer, scenario, entry, pointer) ?? sold.get(entry.id);
    if (!found)
      throw airlineProblem(
        422,
        'ancillary_service_not_available',
        'Requested ancillary service item is no longer available',
        'Requested ancillary service item(s) (e.g. seats) are no longer available, please update your requested services or create a new offer request.',
      );
    if (found.seat) {
      if (entry.quantity !== 1)
        throw invalidField(
          `${pointer}/quantity`,
          'validation_range',
          "Field 'quantity' must be 1 for a seat",
        );
      const keys = [
        `${found.seat.segmentId}|${found.seat.designator}`,
        `${found.seat.segmentId}|${found.service.passenger_ids[0] ?? ''}`,
      ];
      if (keys.some((key) => taken.has(key)))
        throw invalidField(
          pointer,
          'duplicate_service',
          'A seat can be booked once, and a passenger sits on one seat of a flight',
        );
      for (const key of keys) taken.add(key);
    }
    return found;
  });
}
