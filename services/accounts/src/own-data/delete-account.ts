import { deleteContactCasesOf } from '../contact/contact-case.repository.ts';
import type { Database } from '../db/schema.ts';
import type { UserRow } from '../users/user.repository.ts';

/**
 * Erases an account and all that belongs to it; only the audit trail stays. Call it in a transaction that has locked the user's row, see
 * `lockUser`. Returns what is sealed with keys that no row uses any more. (POLICY-09)
 */
export async function deleteAccount(trx: Database, user: UserRow): Promise<string[]> {
  // Anyone can register with an address; only its owner can confirm it.
  if (user.email_verified_at) await deleteContactCasesOf(trx, user.email);
  const travellers = await trx
    .deleteFrom('saved_travellers')
    .where('user_id', '=', user.id)
    .returning('content')
    .execute();
  // The user's sessions, factors and mailed links are deleted with the row.
  await trx.deleteFrom('users').where('id', '=', user.id).execute();
  return travellers.map(({ content }) => content);
}
