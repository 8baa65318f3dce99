import { formatMinor } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { sql } from 'kysely';
import type { Booking } from '../bookings/booking.repository.ts';
import { getCancellability } from '../amendments/cancellability.ts';
import {
  findQuote,
  isQuoteValid,
  isStillValid,
  type Cancellation,
} from '../amendments/amendment.repository.ts';
import { isStillPayable, listPaidPayments } from '../refunds/paid-payments.ts';
import { readNow } from '../db/read-now.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { assertCancellable, requestQuote } from './request-quote.ts';

/** Support has paid a part back since the quote. (REFUND-02) */
const refundedMeanwhile = 'We have refunded a part of this booking meanwhile. Please look at the new amount.';

/** What a quote took off did not reach the card. (LEDGER-01) */
const refundFailedMeanwhile = 'A refund of this booking has failed. Please look at the new amount.';

/**
 * The quote that was shown, requested again if it expired, support has refunded a part since, or a refund has failed. Throws
 * BOOKING_NOT_CANCELLABLE, or CANCELLATION_QUOTE_CHANGED for another amount.
 */
export async function getShownQuote(
  deps: Deps,
  booking: Booking,
  quoteId: string | undefined,
  ipAddress: string,
): Promise<Cancellation> {
  const cancellability = getCancellability(booking, await readNow(deps.db));
  // A quote that is still valid can be accepted after the first 24 hours.
  if (cancellability !== 'non_refundable') assertCancellable(booking, cancellability);
  const shownQuote = await findQuote(deps.db, booking.id, quoteId);
  const payments = await listPaidPayments(deps.db, booking.id);
  const isPayable = shownQuote && isStillPayable(booking, payments, shownQuote);
  // Perhaps since the quote, which would give back more.
  const isFailed = payments.some(({ refunds }) => refunds.some(({ state }) => state === 'failed'));
  if (shownQuote && isPayable && !isFailed && (await isQuoteValid(deps.db, shownQuote))) return shownQuote;
  const newQuote = await requestQuote(deps, booking, ipAddress);
  const isSameAmount =
    shownQuote === undefined ? quoteId === undefined : shownQuote.refund_minor === newQuote.refund_minor;
  if (isSameAmount) return newQuote;
  // A refund by hand counts as an advance since.
  const hasAdvance = shownQuote && shownQuote.advance_minor < newQuote.advance_minor;
  throw new AppError('CANCELLATION_QUOTE_CHANGED', {
    ...(shownQuote && isFailed && { message: refundFailedMeanwhile }),
    ...(shownQuote && (!isPayable || hasAdvance) && { message: refundedMeanwhile }),
    details: {
      quote_id: newQuote.id,
      refund_amount: formatMinor(newQuote.refund_minor, newQuote.currency),
      refund_currency: newQuote.currency,
    },
  });
}

/** Runs in the transaction that puts the booking into `cancelling`. */
export async function acceptQuote(trx: Database, booking: Booking, quote: Cancellation): Promise<void> {
  if (!isStillPayable(booking, await listPaidPayments(trx, booking.id), quote))
    throw new AppError('CANCELLATION_QUOTE_CHANGED', { message: refundedMeanwhile });
  const accepted = await trx
    .updateTable('amendments')
    .set({ state: 'agreed', agreed_at: sql`now()` })
    .where('id', '=', quote.id)
    .where('state', '=', 'quoted')
    .where(isStillValid)
    .returning('id')
    .executeTakeFirst();
  if (!accepted) throw new AppError('CANCELLATION_QUOTE_CHANGED');
}
