import type { SeatElement, SeatMap } from '@fareline/contracts';

export type Cabin = SeatMap['cabins'][number];
export type Row = Cabin['rows'][number];

export const isSeat = (element: SeatElement): boolean =>
  element.type === 'seat' && element.designator !== null;

const getColumnLetter = (element: SeatElement) => element.designator?.replace(/^\d+/, '') ?? '';

/** Maximum number of elements in each section between the aisles, so that the columns of all rows align. */
export function sectionWidths(cabin: Cabin): number[] {
  const widths: number[] = [];
  for (const row of cabin.rows)
    row.sections.forEach((section, index) => {
      widths[index] = Math.max(widths[index] ?? 1, section.elements.length);
    });
  return widths;
}

/** False for rows of galleys or lavatories, which have a number too. */
export const hasSeats = (row: Row): boolean => row.sections.some((section) => section.elements.some(isSeat));

/** Column letters by section, from the row with the most seats. */
export function columnLetters(cabin: Cabin): string[][] {
  const countSeats = (row: Row) => row.sections.flatMap((section) => section.elements).filter(isSeat).length;
  const fullestRow = [...cabin.rows].sort((a, b) => countSeats(b) - countSeats(a))[0];
  return fullestRow?.sections.map((section) => section.elements.map(getColumnLetter)) ?? [];
}

export const isExitRow = (row: Row): boolean =>
  row.sections.some((section) => section.elements.some((element) => element.type === 'exit_row'));

export function isOverWing(cabin: Cabin, index: number): boolean {
  return cabin.wings !== null && index >= cabin.wings.first_row_index && index <= cabin.wings.last_row_index;
}

export type ArrowKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';
export const isArrowKey = (key: string): key is ArrowKey =>
  ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].includes(key);

/** Rows of seats with their column across the cabin, aisles included. */
function seatGrid(cabin: Cabin): { column: number; designator: string }[][] {
  const widths = sectionWidths(cabin);
  return cabin.rows
    .map((row) =>
      row.sections.flatMap((section, sectionIndex) => {
        const firstColumn = widths.slice(0, sectionIndex).reduce((sum, width) => sum + width + 1, 0);
        return section.elements.flatMap((element, index) =>
          isSeat(element) ? [{ column: firstColumn + index, designator: element.designator ?? '' }] : [],
        );
      }),
    )
    .filter((row) => row.length > 0);
}

/** Designator of the next seat in the direction of an arrow key, across gaps and rows without seats; undefined at the edge. */
export function findNeighbour(cabin: Cabin, designator: string, arrow: ArrowKey): string | undefined {
  const rows = seatGrid(cabin);
  const rowIndex = rows.findIndex((row) => row.some((seat) => seat.designator === designator));
  const row = rows[rowIndex];
  const seatIndex = row?.findIndex((seat) => seat.designator === designator) ?? -1;
  const seat = row?.[seatIndex];
  if (!row || !seat) return undefined;
  if (arrow === 'ArrowLeft') return row[seatIndex - 1]?.designator;
  if (arrow === 'ArrowRight') return row[seatIndex + 1]?.designator;
  const target = rows[rowIndex + (arrow === 'ArrowUp' ? -1 : 1)];
  const distance = (column: number) => Math.abs(column - seat.column);
  return target && [...target].sort((a, b) => distance(a.column) - distance(b.column))[0]?.designator;
}
