import { createHash, randomInt } from 'node:crypto';
import { recoveryCodeCount } from '@fareline/contracts/schemas';
import type { Database } from '../db/schema.ts';

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** 118 bits, so that a fast hash is enough: from 112 on nobody tries them all. */
const createCode = () => Array.from({ length: 24 }, () => alphabet[randomInt(alphabet.length)]).join('');

const hashCode = (code: string) => createHash('sha256').update(code).digest('hex');

/** Makes ten new codes in place of those until now, and returns them in groups of four. (GUARD-09) */
export async function replaceCodes(trx: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, createCode);
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code) })))
    .execute();
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'));
}

/** Uses a code up. Returns whether there was one. */
export async function useCode(trx: Database, userId: string, code: string): Promise<boolean> {
  const used = await trx
    .updateTable('recovery_codes')
    .set({ used_at: new Date() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(code))
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();
  return used !== undefined;
}

/** How many codes are left. */
export async function countCodes(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
