import { createGuestAccount, type ResponseOf } from '@fareline/contracts';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Booking } from './booking.repository.ts';

type Answer = ResponseOf<typeof createGuestAccount>;
export type GuestAccount = Extract<Answer, { created: true }>;

/**
 * The account of a booking made by a guest. Null where the address has an account already: then nothing tells so, and the
 * link in the mail puts the booking there. Safe to repeat; the first call `withCredentials` gets password and session.
 * (GUEST-01 to GUEST-04, STATUS-02)
 */
export async function ensureGuestAccount(
  deps: Deps,
  booking: Booking,
  { withCredentials }: { withCredentials: boolean },
): Promise<GuestAccount | null> {
  const answer = await deps.callAccounts(createGuestAccount, {
    body: {
      booking_id: booking.id,
      email: booking.contact_email,
      first_name: booking.contact_first_name,
      last_name: booking.contact_last_name,
      with_credentials: withCredentials,
    },
  });
  await deps.db.transaction().execute(async (trx) => {
    if (answer.created)
      await trx
        .updateTable('bookings')
        .set({
          user_id: sql<string>`coalesce(user_id, ${answer.user_id})`,
          guest_account: JSON.stringify({ username: answer.username, email: answer.email }),
        })
        .where('id', '=', booking.id)
        .execute();
    await trx
      .updateTable('outbox')
      .set({ done_at: sql`now()` })
      .where('booking_id', '=', booking.id)
      .where('fact', '=', 'guest_account')
      .execute();
  });
  return answer.created ? answer : null;
}
