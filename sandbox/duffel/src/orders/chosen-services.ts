import type { OrderService } from '@duffel/api/types';
import type { TestScenario } from '../flights/test-routes.ts';
import { airlineError, invalidField } from '../http/errors.ts';
import { listBagServices } from '../offers/bag-services.ts';
import { listCancellationServices } from '../offers/offer-services.ts';
import { buildSeatMaps } from '../offers/seat-map.ts';
import type { BagChange, ListedOffer } from '../records.ts';
import { toAmount, toCents } from '../state/money.ts';

export interface ChosenService {
  service: OrderService;
  cents: number;
  seat: { segmentId: string; designator: string; name: string | null; disclosures: string[] } | null;
}

type RequestedService = { id: string; quantity: number };

export const serviceNotAvailable = () =>
  airlineError(
    422,
    'ancillary_service_not_available',
    'Requested ancillary service item is no longer available',
    'Requested ancillary service item(s) (e.g. seats) are no longer available, please update your requested services or create a new offer request.',
  );

export const tooMany = (pointer: string, maximum: number) =>
  invalidField(`${pointer}/quantity`, 'validation_range', `Field 'quantity' must be at most ${maximum}`);

function resolveExtra(
  offer: ListedOffer,
  scenario: TestScenario | null,
  requested: RequestedService,
  pointer: string,
  bagChanges: Readonly<Record<string, BagChange>> | undefined,
): ChosenService | undefined {
  const service = [
    ...listBagServices(offer, scenario, bagChanges),
    ...listCancellationServices(offer, scenario),
  ].find(({ id }) => id === requested.id);
  if (!service) return undefined;
  if (requested.quantity > service.maximum_quantity) throw tooMany(pointer, service.maximum_quantity);
  const cents = (toCents(service.total_amount) ?? 0) * requested.quantity;
  return {
    cents,
    seat: null,
    service: {
      id: service.id,
      type: service.type as OrderService['type'],
      quantity: requested.quantity,
      passenger_ids: service.passenger_ids,
      segment_ids: service.segment_ids,
      total_amount: toAmount(cents, service.total_currency),
      total_currency: service.total_currency,
      ...(service.type === 'baggage' && { metadata: service.metadata }),
    },
  };
}

function listSeatServices(
  offer: ListedOffer,
  scenario: TestScenario | null,
  isBooked: (seat: string) => boolean,
): Map<string, ChosenService> {
  const services = new Map<string, ChosenService>();
  for (const map of buildSeatMaps(offer, scenario, isBooked))
    for (const { sections } of map.cabins.flatMap((cabin) => cabin.rows))
      for (const element of sections.flatMap((section) => section.elements)) {
        const { designator, name } = element;
        const disclosures = element.disclosures ?? [];
        if (designator === null) continue;
        for (const seatService of element.available_services) {
          services.set(seatService.id, {
            cents: toCents(seatService.total_amount) ?? 0,
            seat: { segmentId: map.segment_id, designator, name, disclosures },
            service: {
              id: seatService.id,
              type: 'seat',
              quantity: 1,
              passenger_ids: [seatService.passenger_id],
              segment_ids: [map.segment_id],
              total_amount: seatService.total_amount,
              total_currency: seatService.total_currency,
              metadata: { designator, disclosures, name },
            },
          });
        }
      }
  return services;
}

/** Resolves requested services to priced ones; throws for unavailable services and for seats that are chosen twice. */
export function resolveChosenServices(
  offer: ListedOffer,
  scenario: TestScenario | null,
  requested: readonly RequestedService[],
  isBooked: (seat: string) => boolean,
  bagChanges?: Readonly<Record<string, BagChange>>,
): ChosenService[] {
  if (requested.length === 0) return [];
  const seatServices =
    scenario === 'no_services'
      ? new Map<string, ChosenService>()
      : listSeatServices(offer, scenario, isBooked);
  const usedKeys = new Set<string>();
  return requested.map((requestedService, index) => {
    const pointer = `/services/${index}`;
    const chosenService =
      resolveExtra(offer, scenario, requestedService, pointer, bagChanges) ??
      seatServices.get(requestedService.id);
    if (!chosenService) throw serviceNotAvailable();
    if (chosenService.seat) {
      if (requestedService.quantity !== 1)
        throw invalidField(
          `${pointer}/quantity`,
          'validation_range',
          "Field 'quantity' must be 1 for a seat",
        );
      const keys = [
        `${chosenService.seat.segmentId}|${chosenService.seat.designator}`,
        `${chosenService.seat.segmentId}|${chosenService.service.passenger_ids[0] ?? ''}`,
      ];
      if (keys.some((key) => usedKeys.has(key)))
        throw invalidField(
          pointer,
          'duplicate_service',
          'A seat can be booked only once, and a passenger can have only one seat per segment',
        );
      for (const key of keys) usedKeys.add(key);
    }
    return chosenService;
  });
}
