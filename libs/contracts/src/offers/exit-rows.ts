import type { Offer } from './offer.schema.ts';
import type { SeatElement, SeatMap } from './seat-map.schema.ts';

type Row = SeatMap['cabins'][number]['rows'][number];

const listElements = ({ sections }: Row): SeatElement[] => sections.flatMap(({ elements }) => elements);
const isSeat = ({ type }: SeatElement): boolean => type === 'seat';

export const isExitRow = (row: Row): boolean => listElements(row).some(({ type }) => type === 'exit_row');

const isNamedExit = ({ name, disclosures }: SeatElement): boolean =>
  [name, ...disclosures].some((text) => /\bexit\b/i.test(text ?? ''));

/** Whether its seats are at an exit, which is drawn in the row or in front of it, or is named by its seats. */
const isAtExit = (row: Row, before: Row | undefined): boolean =>
  isExitRow(row) ||
  (before !== undefined && isExitRow(before) && !listElements(before).some(isSeat)) ||
  listElements(row).some((element) => isSeat(element) && isNamedExit(element));

export const getExitSeats = ({ rows }: Pick<SeatMap['cabins'][number], 'rows'>): SeatElement[] =>
  rows.flatMap((row, index) => (isAtExit(row, rows[index - 1]) ? listElements(row).filter(isSeat) : []));

/** The ids of the adults with an infant on the lap: the first ones of an offer, in its order. */
export const listLapAdults = (passengers: Offer['passengers']): string[] =>
  passengers
    .filter(({ type }) => type === 'adult')
    .slice(0, passengers.filter(({ type }) => type === 'infant_without_seat').length)
    .map(({ id }) => id);

/** Who may not sit at an exit, whatever the airline's seat map says: children, infants, and adults with an infant. (RULE-01) */
export const listBarredFromExits = (passengers: Offer['passengers']): string[] => [
  ...passengers.filter(({ type }) => type !== 'adult').map(({ id }) => id),
  ...listLapAdults(passengers),
];

/** Seat maps that sell no seat at an exit to these passengers. */
export const closeExitRows = (maps: readonly SeatMap[], barred: readonly string[]): SeatMap[] =>
  maps.map((map) => ({
    ...map,
    cabins: map.cabins.map((cabin) => {
      const exitSeats = getExitSeats(cabin);
      const close = (element: SeatElement): SeatElement => {
        if (!exitSeats.includes(element)) return element;
        const services = element.available_services.filter(
          ({ passenger_id }) => !barred.includes(passenger_id),
        );
        return {
          ...element,
          available_services: services,
          ...(element.available === true && { available: services.length > 0 }),
        };
      };
      return {
        ...cabin,
        rows: cabin.rows.map((row) => ({
          ...row,
          sections: row.sections.map(({ elements }) => ({ elements: elements.map(close) })),
        })),
      };
    }),
  }));
