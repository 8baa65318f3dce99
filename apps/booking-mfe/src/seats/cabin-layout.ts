import type { SeatElement, SeatMap } from '@fareline/contracts';

export type Cabin = SeatMap['cabins'][number];
export type Row = Cabin['rows'][number];

export const isSeat = (element: SeatElement): boolean =>
  element.type === 'seat' && element.designator !== null;

const getColumnLetter = (element: SeatElement) => element.designator?.replace(/^\d+/, '') ?? '';

/** How many places each section between the aisles has at most, so that all rows line up. */
export function sectionWidths(cabin: Cabin): number[] {
  const widths: number[] = [];
  for (const row of cabin.rows)
    row.sections.forEach((section, index) => {
      widths[index] = Math.max(widths[index] ?? 1, section.elements.length);
    });
  return widths;
}

/** Rows of fixtures have numbers too, which nobody sits in. */
export const hasSeats = (row: Row): boolean => row.sections.some((section) => section.elements.some(isSeat));

/** The letters over the columns, by section, from the row with the most seats. */
export function columnLetters(cabin: Cabin): string[][] {
  const seats = (row: Row) => row.sections.flatMap((section) => section.elements).filter(isSeat).length;
  const fullest = [...cabin.rows].sort((a, b) => seats(b) - seats(a))[0];
  return fullest?.sections.map((section) => section.elements.map(getColumnLetter)) ?? [];
}

export const isExitRow = (row: Row): boolean =>
  row.sections.some((section) => section.elements.some((element) => element.type === 'exit_row'));

export function isOverWing(cabin: Cabin, index: number): boolean {
  return cabin.wings !== null && index >= cabin.wings.first_row_index && index <= cabin.wings.last_row_index;
}

export type ArrowKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';
export const isArrowKey = (key: string): key is ArrowKey =>
  ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].includes(key);

/** Rows of seats by their place across the cabin, aisles included. */
function grid(cabin: Cabin): { place: number; designator: string }[][] {
  const widths = sectionWidths(cabin);
  return cabin.rows
    .map((row) =>
      row.sections.flatMap((section, sectionIndex) => {
        const before = widths.slice(0, sectionIndex).reduce((sum, width) => sum + width + 1, 0);
        return section.elements.flatMap((element, index) =>
          isSeat(element) ? [{ place: before + index, designator: element.designator ?? '' }] : [],
        );
      }),
    )
    .filter((row) => row.length > 0);
}

/** The seat that an arrow key leads to, rows without seats and gaps skipped; undefined at the edge. */
export function neighbour(cabin: Cabin, designator: string, arrow: ArrowKey): string | undefined {
  const rows = grid(cabin);
  const at = rows.findIndex((row) => row.some((seat) => seat.designator === designator));
  const row = rows[at];
  const column = row?.findIndex((seat) => seat.designator === designator) ?? -1;
  const seat = row?.[column];
  if (!row || !seat) return undefined;
  if (arrow === 'ArrowLeft') return row[column - 1]?.designator;
  if (arrow === 'ArrowRight') return row[column + 1]?.designator;
  const target = rows[at + (arrow === 'ArrowUp' ? -1 : 1)];
  const distance = (place: number) => Math.abs(place - seat.place);
  return target && [...target].sort((a, b) => distance(a.place) - distance(b.place))[0]?.designator;
}
