import type { OfferSliceSegment, SeatMap, SeatMapCabin, SeatMapCabinRow } from '@duffel/api/types';
import { aircraftType, type CabinLayout } from '../flights/aircraft.ts';
import { chance, derivedId, pick } from '../flights/random.ts';
import type { ListedOffer } from '../records.ts';
import { convert, toAmount } from '../state/money.ts';

/** Airlines that let passengers sit where they like, or sell no seats through the provider. */
const WITHOUT_SEAT_MAPS = new Set(['WN', 'OO', 'PC']);

type Element = SeatMapCabinRow['sections'][number]['elements'][number];
type Seat = Extract<Element, { type: 'seat' | 'restricted_seat_general' }>;

interface Context {
  offer: ListedOffer;
  segment: OfferSliceSegment;
  layout: CabinLayout;
  /** The same on every search: who sits where on a flight of a day. */
  flight: string;
  free: boolean;
  isBooked: (seat: string) => boolean;
}

const row = (context: Context, element: Element): SeatMapCabinRow => ({
  sections: context.layout.sections.map(() => ({ elements: [{ ...element }] })),
});

function priceCents(context: Context, number: number, exit: boolean): number {
  const { layout, segment } = context;
  if (layout.cabin !== 'economy') return 0;
  const long = Number(segment.distance) > 4500 ? 2 : 1;
  const place = number - layout.firstRow;
  if (exit) return (3_900 + 100 * pick(`exit|${context.flight}`, 0, 12)) * long;
  if (place < 4) return 2_900 * long;
  if (context.free) return 0;
  return (900 + 100 * pick(`seat|${context.flight}|${number >> 2}`, 0, 7)) * long;
}

function seat(context: Context, number: number, letter: string, exit: boolean): Seat {
  const { offer } = context;
  const designator = `${number}${letter}`;
  const front = number - context.layout.firstRow < 4 && context.layout.cabin === 'economy';
  const taken =
    chance(`taken|${context.flight}|${designator}`) < 0.38 ||
    context.isBooked(`${context.flight}|${designator}`);
  const cents = convert(priceCents(context, number, exit), offer.total_currency);
  const seated = offer.passengers.filter(
    (passenger) => passenger.type !== 'infant_without_seat' && !(exit && passenger.type === 'child'),
  );
  return {
    type: 'seat',
    designator,
    name: exit ? 'Exit row seat' : front ? 'Preferred seat' : 'Standard seat',
    disclosures: exit
      ? [
          'Do not seat children in exit row seats',
          'Do not seat passengers with special needs in exit row seats',
        ]
      : [],
    available_services: taken
      ? []
      : seated.map((passenger) => ({
          id: derivedId('ase', `${offer.id}|seat|${context.segment.id}|${designator}|${passenger.id}`),
          passenger_id: passenger.id,
          total_amount: toAmount(cents, offer.total_currency),
          total_currency: offer.total_currency,
        })),
  };
}

function cabin(context: Context): SeatMapCabin {
  const { layout } = context;
  const economy = layout.cabin === 'economy';
  const exits =
    economy && layout.rows > 12 ? [Math.floor(layout.rows * 0.35), Math.floor(layout.rows * 0.35) + 1] : [];
  const rows: SeatMapCabinRow[] = [row(context, { type: economy ? 'lavatory' : 'galley' })];
  if (economy && layout.sections.length === 3)
    rows.push({
      sections: layout.sections.map((letters) => ({
        elements: [...letters].map((_, i): Element => ({ type: i === 0 ? 'bassinet' : 'empty' })),
      })),
    });
  let firstWing = 0;
  for (let index = 0; index < layout.rows; index++) {
    const exit = exits.includes(index);
    if (index === exits[0]) {
      firstWing = rows.length;
      rows.push(row(context, { type: 'exit_row' }));
    }
    const number = layout.firstRow + index;
    const lastOfTaper = economy && layout.sections.length === 3 && index === layout.rows - 1;
    rows.push({
      sections: layout.sections.map((letters) => ({
        elements: [...letters].map((letter, place): Element =>
          lastOfTaper && (place === 0 || place === letters.length - 1) && letters.length > 2
            ? { type: 'empty' }
            : seat(context, number, letter, exit),
        ),
      })),
    });
  }
  rows.push(row(context, { type: economy ? 'lavatory' : 'closet' }));
  return {
    deck: 0,
    cabin_class: layout.cabin,
    aisles: layout.sections.length - 1,
    wings: economy
      ? {
          first_row_index: Math.max(1, firstWing - 3),
          last_row_index: Math.min(rows.length - 1, firstWing + 6),
        }
      : null,
    rows,
  };
}

/** What names a flight of a day, whoever sells it: 'BA117|2026-05-01T08:20:00'. */
export const flightKey = (
  segment: Pick<OfferSliceSegment, 'operating_carrier' | 'operating_carrier_flight_number' | 'departing_at'>,
): string =>
  `${segment.operating_carrier.iata_code ?? ''}${segment.operating_carrier_flight_number}|${segment.departing_at}`;

/**
 * The seat maps of an offer, one for each segment whose airline sells seats: the cabin the passengers fly in.
 * `isBooked` knows the seats that orders have taken, by `flightKey|designator`.
 */
export function seatMaps(offer: ListedOffer, isBooked: (seat: string) => boolean): SeatMap[] {
  return offer.slices.flatMap((slice) =>
    slice.segments.flatMap((segment) => {
      const operator = segment.operating_carrier.iata_code ?? '';
      const flownIn = segment.passengers[0]?.cabin_class;
      const layout = aircraftType(segment.aircraft.iata_code).cabins.find((entry) => entry.cabin === flownIn);
      if (!layout || WITHOUT_SEAT_MAPS.has(operator)) return [];
      const flight = flightKey(segment);
      const free = slice.conditions.advance_seat_selection === true;
      return [
        {
          id: derivedId('sea', `${offer.id}|${segment.id}`),
          slice_id: slice.id,
          segment_id: segment.id,
          cabins: [cabin({ offer, segment, layout, flight, free, isBooked })],
        },
      ];
    }),
  );
}
