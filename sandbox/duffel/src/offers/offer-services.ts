import type {
  OfferAvailableServiceBaggage,
  OfferAvailableServiceCFAR,
  OfferAvailableServiceCommon,
} from '@duffel/api/types';
import { deriveId } from '../flights/seeded-random.ts';
import type { TestScenario } from '../flights/test-routes.ts';
import type { BagChange, ListedOffer } from '../records.ts';
import { toAmount, toCents } from '../state/money.ts';
import { listBagServices } from './bag-services.ts';
import { buildSeatMaps } from './seat-map.ts';

/** A seat among the extras of an offer; the SDK has no type for it. */
interface SeatService extends OfferAvailableServiceCommon {
  type: 'seat';
  metadata: { designator: string; name: string | null; disclosures: string[] };
}

/** Airlines whose offers list every free seat among the extras. */
const LISTS_SEATS = new Set(['NK', 'LH']);
const SELLS_CANCELLATION = new Set(['NK', 'U2', 'LH', 'OS']);
const CANCELLATION_TERMS_URL = 'https://duffel.com/cfar_terms_and_conditions';

/** Cancellation for any reason: a fifth of the price, refunds three quarters of the base fare. */
export function listCancellationServices(
  offer: ListedOffer,
  scenario: TestScenario | null,
): OfferAvailableServiceCFAR[] {
  if (scenario !== 'all_extras' && !SELLS_CANCELLATION.has(offer.owner.iata_code ?? '')) return [];
  const format = (amount: string, share: number) =>
    toAmount(Math.round((toCents(amount) ?? 0) * share), offer.total_currency);
  return [
    {
      id: deriveId('ase', `${offer.id}|cancellation`),
      type: 'cancel_for_any_reason',
      maximum_quantity: 1,
      passenger_ids: offer.passengers.map(({ id }) => id),
      segment_ids: offer.slices.flatMap(({ segments }) => segments.map(({ id }) => id)),
      total_amount: format(offer.total_amount, 0.2),
      total_currency: offer.total_currency,
      metadata: {
        refund_amount: format(offer.base_amount, 0.75),
        merchant_copy: `Cancel for any reason - Provided in partnership with Duffel\nUp to 75% of the base fare comes back until 24 hours before the first departure. This is not insurance: ${CANCELLATION_TERMS_URL}.\n`,
        terms_and_conditions_url: CANCELLATION_TERMS_URL,
      },
    },
  ];
}

function listSeatServices(
  offer: ListedOffer,
  scenario: TestScenario | null,
  isBooked: (seatKey: string) => boolean,
): SeatService[] {
  if (scenario !== 'all_extras' && !LISTS_SEATS.has(offer.owner.iata_code ?? '')) return [];
  return buildSeatMaps(offer, scenario, isBooked).flatMap(({ segment_id, cabins }) =>
    cabins
      .flatMap(({ rows }) => rows.flatMap(({ sections }) => sections.flatMap(({ elements }) => elements)))
      .flatMap(({ designator, name, disclosures, available_services }) =>
        designator === null
          ? []
          : available_services.map(({ id, passenger_id, total_amount, total_currency }): SeatService => ({
              id,
              type: 'seat',
              maximum_quantity: 1,
              passenger_ids: [passenger_id],
              segment_ids: [segment_id],
              total_amount,
              total_currency,
              metadata: { designator, name, disclosures: disclosures ?? [] },
            })),
      ),
  );
}

/** Everything that an offer sells besides the flights, as a single offer lists it. */
export const listOfferServices = (
  offer: ListedOffer,
  scenario: TestScenario | null,
  isBooked: (seatKey: string) => boolean,
  bagChanges?: Readonly<Record<string, BagChange>>,
): (OfferAvailableServiceBaggage | OfferAvailableServiceCFAR | SeatService)[] => [
  ...listSeatServices(offer, scenario, isBooked),
  ...listBagServices(offer, scenario, bagChanges),
  ...listCancellationServices(offer, scenario),
];
