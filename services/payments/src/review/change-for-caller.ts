import { formatBag, type BookingRecord, type ReviewedChange } from '@fareline/contracts';
import { formatDateFull, formatMinorWithCode } from '@fareline/presentation/formats';
import { insertOutboxRow } from '@fareline/service-kit/outbox';
import { sql } from 'kysely';
import {
  describeChange,
  getChange,
  selectChanges,
  type StoredChange,
} from '../amendments/amendment.repository.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { nameRecipient } from '../bookings/contact-correction.ts';
import { getPayment } from '../cards/payment.repository.ts';
import { assertQuoteHolds } from '../amendments/agree-change.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { nameCard } from './name-card.ts';
import { notPossible } from './not-possible.ts';

const format = (minor: number, { currency }: StoredChange) => formatMinorWithCode(minor, currency);

/** What comes back of a change that costs nothing. */
async function describeReturn(db: Database, { payment_id }: Booking, change: StoredChange): Promise<string> {
  if (change.credit_minor > 0)
    return `The airline gives ${format(change.credit_minor, change)} as credit for a later flight, and nothing to the card.`;
  if (change.refund_minor === 0) return 'It costs nothing.';
  const card = nameCard(await getPayment(db, payment_id));
  return `${format(change.refund_minor, change)} goes back to ${card}.`;
}

/** How a quoted change is agreed: at once where it costs nothing, else by the traveller, who pays it. (TRIP-07) */
export async function describeReviewedChange(
  { db }: Deps,
  booking: Booking,
  stored: StoredChange,
): Promise<ReviewedChange> {
  const change = await describeChange(db, booking, stored);
  const content = describeContent(stored);
  const what = stored.kind === 'bags' ? `Adds ${content}` : `Changes the flights to ${content}`;
  if (stored.charge_minor === 0)
    return {
      ...{ change, action: 'change' },
      effect: `${what} at the airline. ${await describeReturn(db, booking, stored)} The traveller is told by mail.`,
    };
  return {
    ...{ change, action: 'offer_change' },
    effect: `Mails ${nameRecipient(booking)} what was chosen (${content}), its price of ${format(stored.charge_minor, stored)}, until when that holds, and the link to pay it. Please take no card number on the phone. Nothing is changed or charged before the traveller has paid.`,
  };
}

/** The quote that was shown, for its action. Throws BOOKING_CHANGE_OUTDATED, ACTION_NOT_POSSIBLE for that of the other action. */
export async function getShownChange(
  deps: Deps,
  booking: Booking,
  { action, changeId }: { action: ReviewedChange['action']; changeId: string },
): Promise<StoredChange> {
  const change = await getChange(deps.db, booking, changeId);
  const isFree = change.charge_minor === 0;
  if (action === 'change' && !isFree)
    throw notPossible('This change costs something: the traveller pays it by the mailed link.');
  if (action === 'offer_change' && isFree) throw notPossible('This change costs nothing: make it at once.');
  await assertQuoteHolds(deps, booking, change);
  return change;
}

/** Mails the traveller the link that pays a quoted change, once. (TRIP-07) */
export async function offerChange(trx: Database, booking: Booking, { id }: StoredChange): Promise<void> {
  const offered = await trx
    .updateTable('amendments')
    .set({ offered_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'quoted')
    .where('offered_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!offered) throw notPossible('This change was offered to the traveller before.');
  await insertOutboxRow(trx, {
    kind: 'mail_change_offered',
    subject: booking.id,
    payload: { eventId: id },
  });
}

/** What was agreed of a booking or offered to its traveller, the newest first. (TRIP-07) */
export async function listRecordedChanges(db: Database, booking: Booking): Promise<BookingRecord['changes']> {
  const changes = await selectChanges(db)
    .where('booking_id', '=', booking.id)
    .where((eb) => eb.or([eb('agreed_at', 'is not', null), eb('offered_at', 'is not', null)]))
    .orderBy('created_at', 'desc')
    .execute();
  return Promise.all(
    changes.map(async (change) => ({
      ...(await describeChange(db, booking, change)),
      offeredAt: change.offered_at?.toISOString() ?? null,
    })),
  );
}

const describeContent = ({ kind, content }: StoredChange): string =>
  kind === 'bags'
    ? content.bags.map((bag) => formatBag(bag, bag.quantity)).join(', ')
    : content.slices
        .flatMap(({ segments }) => segments)
        .map(({ flight_number, departing_at }) =>
          [flight_number, departing_at && formatDateFull(departing_at)].filter(Boolean).join(' on '),
        )
        .join(', ');

/** What the history of a booking says of a change. */
export function summariseChange(change: StoredChange): string {
  const { charge_minor, refund_minor, credit_minor } = change;
  const what = describeContent(change);
  if (charge_minor > 0) return `${what}, for ${format(charge_minor, change)}`;
  if (refund_minor > 0) return `${what}, ${format(refund_minor, change)} back`;
  return credit_minor > 0 ? `${what}, ${format(credit_minor, change)} as credit` : `${what}, at no cost`;
}
