import type { SeatElement, SeatMap } from '@fareline/contracts';

export type Cabin = SeatMap['cabins'][number];
export type Row = Cabin['rows'][number];

/** A seat that travellers can choose by its designator; one without is drawn as unavailable. */
export type NumberedSeat = SeatElement & { designator: string };

export const isSeat = (element: SeatElement): element is NumberedSeat =>
  element.type === 'seat' && element.designator !== null;

const getColumnLetter = (element: SeatElement) => element.designator?.replace(/\d+/, '') ?? '';

/** Maximum number of elements in each section between the aisles, so that the columns of all rows align. */
export function sectionWidths(cabin: Cabin): number[] {
  const widths: number[] = [];
  for (const row of cabin.rows)
    row.sections.forEach((section, index) => {
      widths[index] = Math.max(widths[index] ?? 1, section.elements.length);
    });
  return widths;
}

const hasElement = ({ sections }: Row, matches: (element: SeatElement) => boolean): boolean =>
  sections.some(({ elements }) => elements.some(matches));

export const getSeats = ({ rows }: Pick<Cabin, 'rows'>): NumberedSeat[] =>
  rows.flatMap(({ sections }) => sections.flatMap(({ elements }) => elements)).filter(isSeat);

/** False for rows of galleys or lavatories, which have a number too. */
export const hasSeats = (row: Row): boolean => hasElement(row, ({ type }) => type === 'seat');

/** Column letters by section, from the row with the most seats. */
export function columnLetters(cabin: Cabin): string[][] {
  const countSeats = (row: Row) => getSeats({ rows: [row] }).length;
  const fullestRow = [...cabin.rows].sort((a, b) => countSeats(b) - countSeats(a))[0];
  return fullestRow?.sections.map((section) => section.elements.map(getColumnLetter)) ?? [];
}

export function isOverWing(cabin: Cabin, index: number): boolean {
  return cabin.wings !== null && index >= cabin.wings.first_row_index && index <= cabin.wings.last_row_index;
}

export type ArrowKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';
export const isArrowKey = (key: string): key is ArrowKey =>
  ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].includes(key);

/** The seats with their row, not counting rows where none can be chosen, and their column across the cabin, aisles included. */
function listSeats(cabin: Cabin): { row: number; column: number; designator: string }[] {
  const widths = sectionWidths(cabin);
  const rows = cabin.rows.filter((row) => hasElement(row, isSeat));
  return rows.flatMap(({ sections }, row) =>
    sections.flatMap(({ elements }, sectionIndex) => {
      const firstColumn = widths.slice(0, sectionIndex).reduce((sum, width) => sum + width + 1, 0);
      return elements.flatMap((element, index) =>
        isSeat(element) ? [{ row, column: firstColumn + index, designator: element.designator }] : [],
      );
    }),
  );
}

/** Designator of the next seat in the direction of an arrow key, across gaps and rows without seats; undefined at the edge. */
export function findNeighbour(cabin: Cabin, designator: string, arrow: ArrowKey): string | undefined {
  const seats = listSeats(cabin);
  const from = seats.find((seat) => seat.designator === designator);
  if (!from) return undefined;
  const seatsInRow = (row: number) => seats.filter((seat) => seat.row === row);
  const neighbours = seatsInRow(from.row);
  if (arrow === 'ArrowLeft') return neighbours[neighbours.indexOf(from) - 1]?.designator;
  if (arrow === 'ArrowRight') return neighbours[neighbours.indexOf(from) + 1]?.designator;
  const distance = (column: number) => Math.abs(column - from.column);
  const byDistance = seatsInRow(from.row + (arrow === 'ArrowUp' ? -1 : 1)).sort(
    (a, b) => distance(a.column) - distance(b.column),
  );
  return byDistance[0]?.designator;
}
