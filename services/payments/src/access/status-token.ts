import type { Selectable } from 'kysely';
import type { BookingsTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { findToken } from '../keyed-hasher.ts';

type Booking = Selectable<BookingsTable>;
type StatusTokenOwner = Pick<Booking, 'id' | 'access_version' | 'status_token_hash'>;

/** The token of a booking's status page: that of the key with which its hash was stored, undefined without that key. (STATUS-01) */
export const getStatusToken = (
  { hasher }: Pick<Deps, 'hasher'>,
  booking: StatusTokenOwner,
): string | undefined => findToken(hasher, 'deriveStatusToken', booking, booking.status_token_hash);

/** The status page. The token is in the fragment, which no browser sends: no log and no referrer has it. (STATUS-01) */
export function getStatusLink(
  deps: Pick<Deps, 'hasher'>,
  booking: StatusTokenOwner & Pick<Booking, 'site_origin'>,
): string | undefined {
  const token = getStatusToken(deps, booking);
  return token && `${booking.site_origin}/booking/status#${token}`;
}
