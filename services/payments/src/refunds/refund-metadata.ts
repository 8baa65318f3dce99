import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { LedgerRefund } from '../ledger/provider-ledger.ts';
import type { Refund } from './refund.repository.ts';

/** Why a refund is made, as it is written to it at the card provider: a restored dump may have lost it. (LEDGER-16) */
export async function describeRefund(
  db: Database,
  { id, cancellation_id, change_id, action_id, is_advance }: Refund,
): Promise<{ refund_id: string } & Record<string, string>> {
  const change = await db
    .selectFrom('amendments')
    .select('provider_amount')
    .where('id', '=', change_id)
    .executeTakeFirst();
  return {
    ...{ refund_id: id, is_advance: String(is_advance) },
    ...(cancellation_id && { cancellation_id }),
    ...(change_id && { change_id, provider_amount: change?.provider_amount ?? '' }),
    ...(action_id && { action_id }),
  };
}

/** Whether the card provider has why it was made. */
export const hasReason = ({ metadata }: LedgerRefund): boolean => metadata.is_advance !== undefined;

/**
 * Why a refund of a booking was made, by what was written to it then. An action that is lost is made again, because without one the refund
 * would count as that of a cancellation; a change or cancellation that is lost takes its refunds when it is joined.
 */
export async function restoreReason(trx: Database, bookingId: string, { metadata, createdAt }: LedgerRefund) {
  const { action_id = '', cancellation_id, change_id, is_advance } = metadata;
  const isAction = isUuid(action_id);
  if (isAction)
    await trx
      .insertInto('booking_actions')
      .values({
        ...{ id: action_id, booking_id: bookingId, action: 'refund', created_at: createdAt },
        ...{ text: 'Read from the card provider', user_id: '', user_name: 'not known any more' },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const findAmendment = (id: string | undefined) =>
    sql<string | null>`(select id from amendments where id::text = ${id ?? ''})`;
  return {
    action_id: isAction ? action_id : null,
    cancellation_id: findAmendment(cancellation_id),
    change_id: findAmendment(change_id),
    is_advance: is_advance === 'true',
  };
}
