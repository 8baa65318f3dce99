import type { Traveller } from '@fareline/contracts';
import { travellerSchema } from '@fareline/contracts/schemas';
import type { RowKeys } from '@fareline/service-kit/db/row-keys';

export interface TravellerRow {
  user_id: string;
  id: string;
}

/** Where saved travellers are stored, each encrypted with a key of its own. (GUARD-14) */
export const sealedTravellers = { table: 'saved_travellers', column: 'content' };

const toRow = ({ user_id, id }: TravellerRow) => `${user_id} ${id}`;

export const sealTraveller = (rowKeys: RowKeys, row: TravellerRow, traveller: Traveller): Promise<string> =>
  rowKeys.seal(toRow(row), JSON.stringify(traveller));

/** The travellers of rows in their order, without those whose key is destroyed. */
export async function openTravellers<Row extends TravellerRow & { content: string }>(
  rowKeys: RowKeys,
  rows: readonly Row[],
): Promise<(Row & { traveller: Traveller })[]> {
  const texts = await rowKeys.open(rows.map((row) => ({ row: toRow(row), sealed: row.content })));
  return rows.flatMap((row, index) => {
    const text = texts[index];
    return text === undefined ? [] : [{ ...row, traveller: travellerSchema.parse(JSON.parse(text)) }];
  });
}
