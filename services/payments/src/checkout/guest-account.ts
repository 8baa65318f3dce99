import { createGuestAccount, type ResponseOf } from '@fareline/contracts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Booking } from '../bookings/booking.repository.ts';

type GuestAccountResponse = ResponseOf<typeof createGuestAccount>;
export type GuestAccount = Extract<GuestAccountResponse, { created: true }>;

/**
 * Creates the account of a guest booking. Null when the email address already has an account: the response must not reveal
 * it, and the claim link in the email assigns the booking. Idempotent; only the first call `withCredentials` returns
 * password and session. (GUEST-01 to GUEST-04, STATUS-02)
 */
export async function ensureGuestAccount(
  deps: Deps,
  booking: Booking,
  {
    withCredentials,
    browser,
  }: { withCredentials: boolean; browser?: Pick<FastifyRequest, 'headers' | 'ip'> },
): Promise<GuestAccount | null> {
  if (booking.pending_email !== null)
    throw new Error(`booking ${booking.id} waits for the code of its address`);
  const response = await deps.callAccounts(createGuestAccount, {
    body: {
      booking_id: booking.id,
      email: booking.contact_email,
      first_name: booking.contact_first_name,
      last_name: booking.contact_last_name,
      origin: booking.site_origin,
      with_credentials: withCredentials,
      ip_address: browser?.ip,
      user_agent: browser?.headers['user-agent'],
    },
  });
  await deps.db.transaction().execute(async (trx) => {
    if (response.created)
      await trx
        .updateTable('bookings')
        .set({
          user_id: sql<string>`coalesce(user_id, ${response.user_id})`,
          guest_account: JSON.stringify({ username: response.username, email: response.email }),
        })
        .where('id', '=', booking.id)
        // Support may have corrected the address meanwhile.
        .where('access_version', '=', booking.access_version)
        .execute();
    await trx
      .updateTable('outbox')
      .set({ done_at: sql`now()` })
      .where('subject', '=', booking.id)
      .where('kind', '=', 'guest_account')
      .execute();
  });
  return response.created ? response : null;
}
