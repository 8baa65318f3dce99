import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { hashToken, type KeyedHasher } from '../keyed-hasher.ts';
import type { Booking } from './booking.repository.ts';

interface Revocation {
  /** With the version of access that begins. */
  booking: Booking;
  hasher: KeyedHasher;
  /** Whether the account of the booking has the email address that loses it, or has got it by a link that was mailed there. */
  isOfAccount: boolean;
}

/**
 * All that opens a booking for who reads the mailbox of its contact, each with what ends it. Not among them are the browser in which it was
 * booked, and the account of a traveller with another email address. (GUARD-11)
 */
export const capabilities = {
  mailedCode: async (trx, { booking }) =>
    void (await trx.deleteFrom('trip_codes').where('booking_id', '=', booking.id).execute()),
  /** The account that booked; the browser that did keeps its own way. */
  repeatedRequest: async (trx, { booking, isOfAccount }) => {
    if (isOfAccount)
      await trx
        .updateTable('idempotency_keys')
        .set({ user_id: null })
        .where('booking_id', '=', booking.id)
        .execute();
  },
  openedBrowser: async (trx, { booking }) =>
    void (await trx.deleteFrom('trip_sessions').where('booking_id', '=', booking.id).execute()),
  statusLink: (trx, { booking, hasher }) =>
    update(trx, booking, { status_token_hash: hashToken(hasher.deriveStatusToken(booking)) }),
  /** The new address gets a link of its own, unless an account keeps the booking. */
  claimLink: (trx, { booking, hasher, isOfAccount }) => {
    const isOwned = booking.user_id !== null && !isOfAccount;
    const claim_token_hash = isOwned ? null : hashToken(hasher.deriveClaimToken(booking));
    return update(trx, booking, { claim_token_hash });
  },
  account: async (trx, { booking, isOfAccount }) => {
    if (isOfAccount) await update(trx, booking, { user_id: null, is_claimed: false, guest_account: null });
  },
} satisfies Record<string, (trx: Database, revocation: Revocation) => Promise<void>>;

const update = async (
  trx: Database,
  { id }: Booking,
  values: Partial<
    Pick<Booking, 'status_token_hash' | 'claim_token_hash' | 'user_id' | 'is_claimed'> & {
      guest_account: null;
    }
  >,
): Promise<void> => void (await trx.updateTable('bookings').set(values).where('id', '=', id).execute());

/**
 * Ends all that opens a booking for who reads the mailbox of its contact, in a transaction that has locked the booking, which is returned
 * with the version of access that begins. (GUARD-11)
 */
export async function revokeAccess(trx: Database, revocation: Revocation): Promise<Booking> {
  const booking = await trx
    .updateTable('bookings')
    .set({ access_version: sql`access_version + 1` })
    .where('id', '=', revocation.booking.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const end of Object.values(capabilities)) await end(trx, { ...revocation, booking });
  return booking;
}
