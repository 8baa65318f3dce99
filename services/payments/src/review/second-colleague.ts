import { currencyDigits } from '@fareline/contracts';
import { formatMinorWithCode } from '@fareline/presentation/formats';
import { sql } from 'kysely';
import type { PaymentsConfig } from '../config.ts';
import type { Database } from '../db/schema.ts';
import type { ActionRequest, Work } from './actions.ts';

/** What a second colleague has to ask for too: by what it is known, and in words. */
export interface Asked {
  key: string;
  words: string;
}

/**
 * What needs a second colleague: a refund above the sum of the setting, in the booking's currency, and a corrected address, to which the
 * trip's codes go. Undefined for everything else, and without the setting. (GUARD-13)
 */
export function findAsked(
  { SECOND_COLLEAGUE_ABOVE: above }: Pick<PaymentsConfig, 'SECOND_COLLEAGUE_ABOVE'>,
  request: ActionRequest,
  { minor = 0 }: Pick<Work, 'minor'>,
  currency: string,
): Asked | undefined {
  if (above === undefined) return undefined;
  if (request.action === 'contact')
    return { key: `contact ${request.email.toLowerCase()}`, words: `the address ${request.email}` };
  if (request.action !== 'refund' || minor <= above * 10 ** currencyDigits(currency)) return undefined;
  return {
    key: `refund ${minor} ${request.isAdvance}`,
    words: `a refund of ${formatMinorWithCode(minor, currency)}${request.isAdvance ? ' in advance' : ''}`,
  };
}

/** Uses up that another colleague has asked for the same on the booking within a day. Returns whether one has. */
export async function takeOtherRequest(
  trx: Database,
  bookingId: string,
  { key }: Asked,
  userId: string,
): Promise<boolean> {
  const taken = await trx
    .updateTable('booking_actions')
    .set({ asked_for: null })
    .where('booking_id', '=', bookingId)
    .where('asked_for', '=', key)
    .where('user_id', '<>', userId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .returning('id')
    .execute();
  return taken.length > 0;
}
