import type { SeatMap } from '@fareline/contracts';
import type { WireSeatMap } from './wire.ts';

type WireElement = WireSeatMap['cabins'][number]['rows'][number]['sections'][number]['elements'][number];

/** Rows in words: "28A 20.00 GBP 20.00 GBP, 28B -, ?? - | lavatory": a seat has a price per passenger, or "-" if it is unavailable. */
interface SeatRows {
  segment: string;
  rows: string[];
}

const describePrices = (services: readonly { total_amount: string; total_currency: string }[]): string =>
  services.map(({ total_amount, total_currency }) => `${total_amount} ${total_currency}`).join(' ') || '-';

function expectElement({ type, designator, available_services }: WireElement): string {
  if (type === 'restricted_seat_general') return `${designator ?? '??'} -`;
  if (type !== 'seat') return type;
  return `${designator ?? '??'} ${describePrices(designator ? (available_services ?? []) : [])}`;
}

export const expectedSeatRows = (maps: readonly WireSeatMap[]): SeatRows[] =>
  maps.map(({ segment_id, cabins }) => ({
    segment: segment_id,
    rows: cabins.flatMap(({ rows }) =>
      rows.map(({ sections }) =>
        sections.map(({ elements }) => elements.map(expectElement).join(', ')).join(' | '),
      ),
    ),
  }));

type Element = SeatMap['cabins'][number]['rows'][number]['sections'][number]['elements'][number];

const showElement = ({ type, designator, available, available_services }: Element): string =>
  type === 'seat' ? `${designator ?? '??'} ${available ? describePrices(available_services) : '-'}` : type;

export const shownSeatRows = (maps: readonly SeatMap[]): SeatRows[] =>
  maps.map(({ segment_id, cabins }) => ({
    segment: segment_id,
    rows: cabins.flatMap(({ rows }) =>
      rows.map(({ sections }) =>
        sections.map(({ elements }) => elements.map(showElement).join(', ')).join(' | '),
      ),
    ),
  }));

const listSeats = ({ sections }: SeatMap['cabins'][number]['rows'][number]): Element[] =>
  sections.flatMap(({ elements }) => elements.filter(({ type }) => type === 'seat'));

/** Numbers of rows of seats that are not those of their designators, or without any do not follow the row of seats before. */
export const listMisnumberedRows = (maps: readonly SeatMap[]): number[] =>
  maps
    .flatMap(({ cabins }) => cabins)
    .flatMap(({ rows }) => {
      const seatRows = rows.filter((row) => listSeats(row).length > 0);
      return seatRows.filter((row, index) => {
        const named = listSeats(row).filter(({ designator }) => designator !== null);
        if (named.length > 0)
          return named.some(({ designator }) => Number.parseInt(designator ?? '', 10) !== row.number);
        return index > 0 && row.number !== (seatRows[index - 1]?.number ?? 0) + 1;
      });
    })
    .map(({ number }) => number);
