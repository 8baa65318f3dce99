import type {
  Aircraft,
  OfferSliceSegment,
  SeatMap,
  SeatMapCabin,
  SeatMapCabinRowSectionAvailableService,
} from '@duffel/api/types';
import { getAircraftType, type CabinLayout } from '../flights/aircraft.ts';
import { seededFraction, deriveId, seededInteger } from '../flights/seeded-random.ts';
import type { TestScenario } from '../flights/test-routes.ts';
import type { ListedOffer } from '../records.ts';
import { convertFromUsd, toAmount } from '../state/money.ts';

/** Airlines without assigned seating, or without seat selection through the provider. */
const WITHOUT_SEAT_MAPS = new Set(['WN', 'OO', 'PC']);

/** Airlines that send no wings, and airlines whose maps have restricted seats. */
const WITHOUT_WINGS_SHARE = 0.3;
const RESTRICTED_CARRIERS_SHARE = 0.4;
const RESTRICTED_SEATS_SHARE = 0.08;

/** An element has all fields, as at Duffel, and those of elements that are no seats are null. */
interface Element {
  type: string;
  designator: string | null;
  name: string | null;
  disclosures: string[] | null;
  available_services: SeatMapCabinRowSectionAvailableService[];
}
interface Row {
  sections: { elements: Element[] }[];
}
type Cabin = Omit<SeatMapCabin, 'rows'> & { rows: Row[] };
export type SeatMapWire = Omit<SeatMap, 'cabins'> & { cabins: Cabin[] };

interface SeatMapInput {
  offer: ListedOffer;
  scenario: TestScenario | null;
  segment: OfferSliceSegment;
  layout: CabinLayout;
  /** The flight key, see `getFlightKey`: the same flight has the same taken seats in every search. */
  flight: string;
  hasFreeSeats: boolean;
  isBooked: (seatKey: string) => boolean;
}

const createElement = (type: string): Element => ({
  type,
  designator: null,
  name: null,
  disclosures: null,
  available_services: [],
});

/** A row with a facility in every section; the last section of a wide aircraft has none in a row of lavatories. */
const buildFacilityRow = ({ layout: { sections } }: SeatMapInput, type: string): Row => ({
  sections: sections.map((_, index) => ({
    elements: type === 'lavatory' && index === 2 ? [] : [createElement(type)],
  })),
});

/** A seat that cannot be chosen: Duffel sends it without designator. */
function isRestricted({ scenario, flight, segment }: SeatMapInput, designator: string): boolean {
  const hasRestrictedSeats =
    scenario === 'gaps' ||
    seededFraction(`restricted|${segment.operating_carrier.iata_code ?? ''}`) < RESTRICTED_CARRIERS_SHARE;
  return hasRestrictedSeats && seededFraction(`restricted|${flight}|${designator}`) < RESTRICTED_SEATS_SHARE;
}

function getSeatPriceCents(input: SeatMapInput, number: number, isExitRow: boolean): number {
  const { layout, segment } = input;
  if (layout.cabin !== 'economy') return 0;
  const distanceFactor = Number(segment.distance) > 4500 ? 2 : 1;
  const rowOffset = number - layout.firstRow;
  if (isExitRow) return (3_900 + 100 * seededInteger(`exit|${input.flight}`, 0, 12)) * distanceFactor;
  if (rowOffset < 4) return 2_900 * distanceFactor;
  if (input.hasFreeSeats) return 0;
  return (900 + 100 * seededInteger(`seat|${input.flight}|${number >> 2}`, 0, 7)) * distanceFactor;
}

function buildSeat(input: SeatMapInput, number: number, letter: string, isExitRow: boolean): Element {
  const { offer } = input;
  const designator = `${number}${letter}`;
  if (isRestricted(input, designator)) return createElement('restricted_seat_general');
  if (input.scenario === 'gaps' && letter === 'A' && number % 5 === 0) return createElement('seat');
  const isFrontRow = number - input.layout.firstRow < 4 && input.layout.cabin === 'economy';
  const isTaken =
    seededFraction(`taken|${input.flight}|${designator}`) < 0.38 ||
    input.isBooked(`${input.flight}|${designator}`);
  const cents = convertFromUsd(getSeatPriceCents(input, number, isExitRow), offer.total_currency);
  const eligiblePassengers = offer.passengers.filter(
    (passenger) => passenger.type !== 'infant_without_seat' && !(isExitRow && passenger.type === 'child'),
  );
  return {
    type: 'seat',
    designator,
    name: isExitRow ? 'Exit row seat' : isFrontRow ? 'Preferred seat' : 'Standard seat',
    disclosures: isExitRow
      ? [
          'Do not seat children in exit row seats',
          'Do not seat passengers with special needs in exit row seats',
        ]
      : [],
    available_services: isTaken
      ? []
      : eligiblePassengers.map((passenger) => ({
          id: deriveId('ase', `${offer.id}|seat|${input.segment.id}|${designator}|${passenger.id}`),
          passenger_id: passenger.id,
          total_amount: toAmount(cents, offer.total_currency),
          total_currency: offer.total_currency,
        })),
  };
}

/** Whether the airline sends where the wings are; only economy is beside them. */
const hasWings = ({ scenario, layout, segment }: SeatMapInput): boolean =>
  layout.cabin === 'economy' &&
  scenario !== 'gaps' &&
  seededFraction(`wings|${segment.operating_carrier.iata_code ?? ''}`) >= WITHOUT_WINGS_SHARE;

function buildCabin(input: SeatMapInput): Cabin {
  const { layout } = input;
  const isEconomy = layout.cabin === 'economy';
  const exitRows =
    isEconomy && layout.rows > 12 ? [Math.floor(layout.rows * 0.35), Math.floor(layout.rows * 0.35) + 1] : [];
  const rows: Row[] = [buildFacilityRow(input, isEconomy ? 'lavatory' : 'galley')];
  if (isEconomy && layout.sections.length === 3)
    rows.push({
      sections: layout.sections.map((letters) => ({
        elements: [...letters].map((_, i) => createElement(i === 0 ? 'bassinet' : 'empty')),
      })),
    });
  let firstWingRow = 0;
  for (let index = 0; index < layout.rows; index++) {
    const isExitRow = exitRows.includes(index);
    if (index === exitRows[0]) {
      firstWingRow = rows.length;
      rows.push(buildFacilityRow(input, 'exit_row'));
    }
    const number = layout.firstRow + index;
    const isLastNarrowRow = isEconomy && layout.sections.length === 3 && index === layout.rows - 1;
    rows.push({
      sections: layout.sections.map((letters) => ({
        elements: [...letters].map((letter, position) =>
          isLastNarrowRow && (position === 0 || position === letters.length - 1) && letters.length > 2
            ? createElement('empty')
            : buildSeat(input, number, letter, isExitRow),
        ),
      })),
    });
  }
  rows.push(buildFacilityRow(input, isEconomy ? 'lavatory' : 'closet'));
  return {
    deck: 0,
    cabin_class: layout.cabin,
    aisles: layout.sections.length - 1,
    wings: hasWings(input)
      ? {
          first_row_index: Math.max(1, firstWingRow - 3),
          last_row_index: Math.min(rows.length - 1, firstWingRow + 6),
        }
      : null,
    rows,
  };
}

/** Identifies a flight by operating carrier, number and local departure, as 'BA117|2026-05-01T08:20:00'. */
export const getFlightKey = (
  segment: Pick<OfferSliceSegment, 'operating_carrier' | 'operating_carrier_flight_number' | 'departing_at'>,
): string =>
  `${segment.operating_carrier.iata_code ?? ''}${segment.operating_carrier_flight_number}|${segment.departing_at}`;

/** A flight whose airline sends no aircraft has the seats of a usual one for its distance. */
const getAircraftCode = (segment: OfferSliceSegment): string =>
  (segment.aircraft as Aircraft | null)?.iata_code ?? (Number(segment.distance) > 4000 ? '77W' : '321');

/**
 * Builds the seat maps of an offer: the booked cabin of each segment whose airline sells seats.
 * `isBooked` returns whether an order has the seat with the key `flightKey|designator`.
 */
export function buildSeatMaps(
  offer: ListedOffer,
  scenario: TestScenario | null,
  isBooked: (seatKey: string) => boolean,
): SeatMapWire[] {
  return offer.slices.flatMap((slice) =>
    slice.segments.flatMap((segment) => {
      const operatingCarrier = segment.operating_carrier.iata_code ?? '';
      const cabinClass = segment.passengers[0]?.cabin_class;
      const layout = getAircraftType(getAircraftCode(segment)).cabins.find(
        (entry) => entry.cabin === cabinClass,
      );
      if (!layout || WITHOUT_SEAT_MAPS.has(operatingCarrier)) return [];
      const flight = getFlightKey(segment);
      const hasFreeSeats = slice.conditions.advance_seat_selection === true;
      return [
        {
          id: deriveId('sea', `${offer.id}|${segment.id}`),
          slice_id: slice.id,
          segment_id: segment.id,
          cabins: [buildCabin({ offer, scenario, segment, layout, flight, hasFreeSeats, isBooked })],
        },
      ];
    }),
  );
}
