import type { SeatElement, SeatMap } from '@fareline/contracts';
import { seatMapSchema } from '@fareline/contracts/schemas';
import { z } from 'zod';
import { describeIssue } from './describe-issue.ts';
import { parseExtraPrice } from './extra-price.ts';
import { text } from './raw-offer.ts';

const lenientInteger = (fallback: number) => z.number().int().catch(fallback);

const service = z.object({
  id: z.string().min(1),
  passenger_id: z.string().min(1),
  total_amount: z.string(),
  total_currency: z.string(),
});
const element = z.object({
  type: z.string(),
  designator: text,
  name: text,
  disclosures: z.array(z.string()).nullish().catch(null),
  available_services: z.array(service.nullable().catch(null)).nullish().catch(null),
});
const rawSeatMap = z.object({
  id: z.string(),
  slice_id: z.string(),
  segment_id: z.string(),
  cabins: z.array(
    z.object({
      cabin_class: z.string().catch('economy'),
      deck: lenientInteger(0),
      aisles: lenientInteger(1),
      wings: z
        .object({ first_row_index: z.number().int(), last_row_index: z.number().int() })
        .nullish()
        .catch(null),
      rows: z.array(z.object({ sections: z.array(z.object({ elements: z.array(element) })) })),
    }),
  ),
});
type RawRow = z.output<typeof rawSeatMap>['cabins'][number]['rows'][number];
type Row = SeatMap['cabins'][number]['rows'][number];

type RawElement = z.output<typeof element>;

const isSeat = ({ type }: RawElement): boolean => type === 'seat' || type === 'restricted_seat_general';

/**
 * A seat is available if at least one passenger can buy it. A restricted seat cannot be bought, nor can one without a
 * designator; airlines send restricted seats without. Other elements have no `available`. (API-08, SEAT-06)
 */
function mapElement(raw: RawElement): SeatElement {
  const services =
    raw.available_services?.flatMap((entry) =>
      entry && parseExtraPrice(entry.total_amount, entry.total_currency) !== undefined ? [entry] : [],
    ) ?? [];
  const canBeBought = raw.type === 'seat' && raw.designator !== null && services.length > 0;
  return {
    type: isSeat(raw) ? 'seat' : raw.type,
    designator: raw.designator,
    ...(isSeat(raw) ? { available: canBeBought } : {}),
    name: raw.name,
    disclosures: raw.disclosures ?? [],
    available_services: canBeBought ? services : [],
  };
}

const listElements = ({ sections }: RawRow): RawElement[] => sections.flatMap(({ elements }) => elements);

/** More rows than any aircraft has; a higher number is no row's. */
const maxRowNumber = 999;

/** Row number of the first seat with a designator; undefined without one. */
const readRowNumber = (row: RawRow): number | undefined =>
  listElements(row)
    .filter(isSeat)
    .map(({ designator }) => Number.parseInt(designator ?? '', 10))
    .find((number) => number <= maxRowNumber);

/**
 * The provider has no row numbers, so they are taken from the seat designators. Rows of seats without designators continue the
 * count, or lead up to the first number; a row without seats has the number that comes next, and does not count.
 */
function numberRows(rows: readonly RawRow[]): number[] {
  const numbers = rows.map(readRowNumber);
  const first = numbers.findIndex((number) => number !== undefined);
  const seatRowsBefore = rows.slice(0, Math.max(first, 0)).filter((row) => listElements(row).some(isSeat));
  let last = Math.max((numbers[first] ?? 1) - 1 - seatRowsBefore.length, 0);
  return rows.map((row, index) => {
    const number = numbers[index] ?? last + 1;
    if (listElements(row).some(isSeat)) last = number;
    return number;
  });
}

function mapRows(rows: readonly RawRow[]): Row[] {
  const numbers = numberRows(rows);
  return rows.map(({ sections }, index) => ({
    number: numbers[index] ?? index + 1,
    sections: sections.map(({ elements }) => ({ elements: elements.map(mapElement) })),
  }));
}

const mapSeatMap = ({ cabins, id, slice_id, segment_id }: z.output<typeof rawSeatMap>): SeatMap => ({
  id,
  slice_id,
  segment_id,
  cabins: cabins.map((cabin) => ({
    cabin_class: cabin.cabin_class,
    deck_configuration: { deck: cabin.deck, aisles: cabin.aisles },
    wings: cabin.wings ?? null,
    rows: mapRows(cabin.rows),
  })),
});

/** Maps the valid seat maps; invalid ones are omitted and reported to `onInvalid`. */
export function mapSeatMaps(input: unknown, onInvalid: (reason: string) => void): SeatMap[] {
  if (!Array.isArray(input)) return [];
  return input.flatMap((entry): SeatMap[] => {
    const parsed = rawSeatMap.safeParse(entry);
    if (!parsed.success) {
      onInvalid(describeIssue(parsed.error));
      return [];
    }
    // What the contract refuses would fail the response, and with it all other maps.
    const mapped = seatMapSchema.safeParse(mapSeatMap(parsed.data));
    if (mapped.success) return [mapped.data];
    onInvalid(describeIssue(mapped.error));
    return [];
  });
}
