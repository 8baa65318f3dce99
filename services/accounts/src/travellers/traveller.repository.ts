import type { SavedTraveller, Traveller } from '@fareline/contracts';
import type { Deps } from '../deps.ts';
import { limits } from '../limits.ts';
import { getSigningKey } from '../sessions/session-key.repository.ts';
import { lockUser } from '../users/user.repository.ts';
import { decryptTraveller, encryptTraveller, type TravellerRow } from './traveller-encryption.ts';

type TravellerDeps = Pick<Deps, 'db' | 'config'>;

/** The saved travellers of a user, decrypted, the first one saved first. */
export async function listTravellers(
  { db, config }: TravellerDeps,
  userId: string,
): Promise<SavedTraveller[]> {
  const rows = await db
    .selectFrom('saved_travellers')
    .select(['user_id', 'id', 'content'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, ...decryptTraveller(config.SESSION_KEY_SECRET, row) }));
}

/** Inserts a traveller or replaces the user's own one with this id. */
export const saveTraveller = (
  { db, config }: TravellerDeps,
  row: TravellerRow,
  traveller: Traveller,
): Promise<'saved' | 'full' | 'no user'> =>
  db.transaction().execute(async (trx) => {
    const secret = config.SESSION_KEY_SECRET;
    if (!(await lockUser(trx, row.user_id))) return 'no user';
    const { others } = await trx
      .selectFrom('saved_travellers')
      .select(({ fn }) => fn.countAll<string>().as('others'))
      .where('user_id', '=', row.user_id)
      .where('id', '!=', row.id)
      .executeTakeFirstOrThrow();
    if (Number(others) >= limits.savedTravellers.max) return 'full';
    const content = encryptTraveller(secret, row, traveller);
    await trx
      .insertInto('saved_travellers')
      .values({ ...row, content })
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ content }))
      .execute();
    // A replica that still has the previous secret must store nothing with it. After the insert, which waits for a rotation.
    await getSigningKey(trx, secret);
    return 'saved';
  });

/** Whether the user had a traveller with this id. */
export async function deleteTraveller({ db }: Pick<Deps, 'db'>, { user_id, id }: TravellerRow) {
  const deleted = await db
    .deleteFrom('saved_travellers')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
