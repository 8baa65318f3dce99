import type { SavedTraveller, Traveller } from '@fareline/contracts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { limits } from '../limits.ts';
import { lockUser } from '../users/user.repository.ts';
import { openTravellers, sealTraveller, type TravellerRow } from './sealed-traveller.ts';

type TravellerDeps = Pick<Deps, 'db' | 'rowKeys'>;

const readRows = (db: Database, userId: string) =>
  db
    .selectFrom('saved_travellers')
    .select(['user_id', 'id', 'content'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** The saved travellers of a user, decrypted, the first one saved first. */
export async function listTravellers(
  { db, rowKeys }: TravellerDeps,
  userId: string,
): Promise<SavedTraveller[]> {
  const opened = await openTravellers(rowKeys, await readRows(db, userId));
  return opened.map(({ id, traveller }) => ({ id, ...traveller }));
}

/** Inserts a traveller or replaces the user's own one with this id. */
export async function saveTraveller(
  { db, rowKeys }: TravellerDeps,
  row: TravellerRow,
  traveller: Traveller,
): Promise<'saved' | 'full' | 'no user'> {
  const content = await sealTraveller(rowKeys, row, traveller);
  const { outcome, unused } = await db.transaction().execute(async (trx) => {
    if (!(await lockUser(trx, row.user_id))) return { outcome: 'no user' as const, unused: content };
    const rows = await readRows(trx, row.user_id);
    const others = rows.filter(({ id }) => id !== row.id);
    if ((await openTravellers(rowKeys, others)).length >= limits.savedTravellers.max)
      return { outcome: 'full' as const, unused: content };
    await trx
      .insertInto('saved_travellers')
      .values({ ...row, content })
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ content }))
      .execute();
    return { outcome: 'saved' as const, unused: rows.find(({ id }) => id === row.id)?.content };
  });
  await rowKeys.destroy([unused]);
  return outcome;
}

/** Whether the user had a traveller with this id. */
export async function deleteTraveller({ db, rowKeys }: TravellerDeps, { user_id, id }: TravellerRow) {
  const deleted = await db
    .deleteFrom('saved_travellers')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('content')
    .executeTakeFirst();
  await rowKeys.destroy([deleted?.content]);
  return deleted !== undefined;
}
