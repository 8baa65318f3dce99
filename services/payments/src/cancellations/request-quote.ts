import { randomUUID } from 'node:crypto';
import {
  describeNothingBack,
  describeRefusal,
  formatMinor,
  hasCancellationOption,
  type Cancellability,
  type CancellationQuote,
} from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { sql } from 'kysely';
import { findQuote, sumChanges, type Cancellation } from '../amendments/amendment.repository.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { describeCredits } from '../refunds/booking-refund.ts';
import { calculateRefund, deductReturned } from '../refunds/calculate-refund.ts';
import { getCancellability } from '../amendments/cancellability.ts';
import {
  describeDisputes,
  getReturnableMinor,
  listPaidPayments,
  sumAdvances,
  sumLost,
} from '../refunds/paid-payments.ts';
import { addCharges } from '../refunds/read-charges.ts';
import { getCardSummary } from '../cards/payment-result.ts';
import { getPayment } from '../cards/payment.repository.ts';
import { readNow } from '../db/read-now.ts';
import type { Deps } from '../deps.ts';
import { requestLimits } from '../limits.ts';
import { countRequest } from '../limits/request-limit.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { findPayments } from '../reconciliation/read-payments.ts';

/** Throws BOOKING_NOT_CANCELLABLE with the reason, unless the airline is asked what comes back. (API-59) */
export function assertCancellable(
  { booking_data }: Pick<Booking, 'booking_data'>,
  cancellability: Cancellability,
): void {
  const message = describeRefusal(cancellability, booking_data);
  if (message !== null) throw new AppError('BOOKING_NOT_CANCELLABLE', { message });
}

/** A quote with what the airline gives back, as its decimal string. */
interface RequestedQuote extends Cancellation {
  airlineRefund: string;
  /** What support has paid of it in advance, in minor units. */
  advanceMinor: number;
}

/** The trip says from now on that no money comes back but a credit. (REFUND-03) */
const noteCredit = ({ db }: Deps, { id }: Booking) =>
  db
    .updateTable('bookings')
    .set({ booking_data: sql`booking_data || '{"refunded_as_credit": true}'` })
    .where('id', '=', id)
    .execute();

/**
 * Requests the refund amount from the airline and stores it as a quote. Does not cancel the order. Throws TOO_MANY_REQUESTS above
 * the limits of the booking or the client. (PROVIDER-40)
 */
export async function requestQuote(deps: Deps, booking: Booking, ipAddress: string): Promise<RequestedQuote> {
  const cancellability = getCancellability(booking, await readNow(deps.db));
  assertCancellable(booking, cancellability);
  if (!booking.order_id) throw new AppError('BOOKING_NOT_CANCELLABLE');
  await countRequest(deps, requestLimits.quote, { ipAddress, target: booking.id });
  const outcome = await deps.flightProvider
    .requestCancellation(booking.mode, booking.order_id)
    .catch(throwUnavailable);
  if (outcome.kind === 'refused') throw new AppError('BOOKING_NOT_CANCELLABLE', { cause: outcome.cause });
  const { id, expiresAt, isCredit, credits } = outcome.cancellation;
  if (isCredit) await noteCredit(deps, booking);
  const order = await deps.flightProvider.getOrder(booking.mode, booking.order_id).catch(throwUnavailable);
  // A credit brings no money back: the airline keeps it until the credit is used.
  const { refundAmount, refundCurrency } = isCredit
    ? { refundAmount: '0', refundCurrency: order.currency }
    : outcome.cancellation;
  const read = await findPayments(deps, booking);
  const { amount_minor, currency } = booking;
  const received = read.flatMap(({ charge }) => (charge ? [charge.intent.receivedMinor] : []));
  // What changes still owe counts too, because a person pays it back.
  const { returned, advance } = await sumChanges(deps.db, booking);
  const chargedMinor = received.reduce((sum, minor) => sum + minor, 0) - returned;
  const refundMinor = calculateRefund(
    { minor: received.length > 0 ? chargedMinor : amount_minor, currency },
    { refundAmount, refundCurrency, orderAmount: order.amount, orderCurrency: order.currency },
  );
  if (refundAmount === null || refundMinor === undefined) throw new AppError('BOOKING_NOT_CANCELLABLE');
  // Without an option of the fare, a booking is cancelled only for a refund of the airline.
  if (Number(refundAmount) === 0 && !isCredit && !hasCancellationOption(booking.booking_data))
    throw new AppError('BOOKING_NOT_CANCELLABLE', { message: describeNothingBack(cancellability) });
  const quoteId = randomUUID();
  const advanceMinor = await deps.db.transaction().execute(async (trx) => {
    // Support, who may refund a part now, has the booking locked meanwhile.
    await trx.selectFrom('bookings').select('id').where('id', '=', booking.id).forUpdate().execute();
    const payments = addCharges(await listPaidPayments(trx, booking.id), read);
    const paidInAdvance = sumAdvances(payments, advance);
    await trx
      .insertInto('amendments')
      .values({
        ...{ id: quoteId, booking_id: booking.id, kind: 'cancellation', state: 'quoted', provider_id: id },
        // An advance does not come back twice; goodwill does not reduce what the cancellation gives back, while enough is left.
        ...deductReturned(refundMinor, {
          ...{ lostMinor: sumLost(payments), advanceMinor: paidInAdvance },
          leftMinor: getReturnableMinor(booking, payments),
        }),
        ...{ currency, credits: JSON.stringify(credits), expires_at: expiresAt },
      })
      .execute();
    return paidInAdvance;
  });
  const quote = await findQuote(deps.db, booking.id, quoteId);
  // Another process has accepted or outdated it at once.
  if (!quote) throw new AppError('BOOKING_NOT_CANCELLABLE');
  return { ...quote, airlineRefund: refundAmount, advanceMinor };
}

export async function toQuoteResponse(
  { db }: Deps,
  booking: Booking,
  quote: Cancellation,
): Promise<CancellationQuote> {
  const payments = await listPaidPayments(db, booking.id);
  const payment = await getPayment(db, booking.payment_id);
  const others = payments.filter(({ id, state }) => id !== payment.id && state === 'captured');
  const lostMinor = sumLost(payments);
  return {
    quote_id: quote.id,
    refund_amount: formatMinor(quote.refund_minor, quote.currency),
    refund_currency: quote.currency,
    // The card is named only if it is the only one.
    refund_to: quote.refund_minor > 0 && others.length === 0 ? getCardSummary(payment) : null,
    paid_amount: formatMinor(booking.amount_minor, booking.currency),
    dispute: describeDisputes(payments),
    bank_amount: lostMinor > 0 ? formatMinor(lostMinor, payment.currency) : null,
    // Nobody may use one before the order is cancelled.
    credits: describeCredits(booking, quote).map((credit) => ({ ...credit, code: null })),
    expires_at: quote.expires_at?.toISOString() ?? null,
  };
}
