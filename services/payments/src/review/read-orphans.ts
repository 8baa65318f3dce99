import { parseMinor } from '@fareline/contracts';
import { maxMarkupPercent } from '@fareline/contracts/schemas';
import { formatMinorWithCode, formatPriceWithCode } from '@fareline/presentation/formats';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import type { Deps } from '../deps.ts';
import type { BookedOrder } from '../duffel/flight-provider.ts';
import type { LedgerDispute, LedgerIntent } from '../ledger/provider-ledger.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { findOrphanId } from '../review-cases/case-decisions.ts';
import type { StoredCase } from '../review-cases/review-case.repository.ts';
import { getAmountBefore, listProvidedChanges, type ProvidedBooking } from './join-changes.ts';
import { notPossible } from './not-possible.ts';

/** Both providers' facts of one booking. */
export interface Orphans extends ProvidedBooking {
  bookingId: string;
  paymentId: string;
  orderedAt: Date;
  /** What the order cost before its changes. */
  firstAmount: string;
  disputes: readonly LedgerDispute[];
}

interface AgreedFacts {
  order: Pick<BookedOrder, 'amount' | 'currency' | 'offerId'>;
  charge: { intent: Pick<LedgerIntent, 'receivedMinor' | 'currency'>; metadata: Record<string, string> };
}

/** The case was opened after both entries, by another clock than theirs. */
const clockMarginMs = 3_600_000;

/** Throws ACTION_NOT_POSSIBLE when the providers do not agree, or PROVIDER_UNAVAILABLE. (LEDGER-07) */
export async function readOrphans(deps: Deps, row: StoredCase): Promise<Orphans> {
  const { cardGateway, flightProvider, config } = deps;
  const { mode, opened_at } = row;
  const bookingId = findOrphanId(row);
  if (bookingId === undefined || !isUuid(bookingId) || row.closed_at)
    throw notPossible('Only an order and its payment that have no booking can be joined.');
  const since = new Date(opened_at.getTime() - config.RECONCILE_PERIOD_MS);
  const until = new Date(opened_at.getTime() + clockMarginMs);
  const [intents, orders] = await Promise.all([
    cardGateway.listIntents(mode, since, until),
    flightProvider.listOrders(mode, since, until),
  ]).catch(throwUnavailable);
  const listed = orders.find((entry) => entry.bookingId === bookingId);
  if (!listed) throw notPossible('The airline has no order of this booking any more.');
  const { paymentId, createdAt: orderedAt } = listed;
  const captured = intents.filter((intent) => intent.state === 'captured');
  const [intent, ...more] = captured.filter((entry) => entry.paymentId === paymentId);
  if (!paymentId || !isUuid(paymentId) || !intent || more.length > 0)
    throw notPossible('The card provider has no charge, or more than one, with the payment of this order.');
  const charged = [intent, ...captured.filter((entry) => entry.bookingId === bookingId)];
  const [order, disputes, own, ...others] = await Promise.all([
    flightProvider.getBookedOrder(mode, listed.id),
    Promise.all(charged.map(({ id }) => cardGateway.listDisputes(mode, id))),
    cardGateway.readCharge(mode, intent.id),
    ...charged.slice(1).map(({ id }) => cardGateway.readCharge(mode, id)),
  ]).catch(throwUnavailable);
  const firstAmount = getAmountBefore(order, listProvidedChanges(bookingId, { own, others }));
  assertAgreed({ order: { ...order, amount: firstAmount }, charge: own });
  return { bookingId, paymentId, orderedAt, firstAmount, order, own, others, disputes: disputes.flat() };
}

/** The card paid the order and a possible markup, for the same offer. */
export function assertAgreed({ order, charge: { intent, metadata } }: AgreedFacts): void {
  const { receivedMinor, currency } = intent;
  const orderMinor = order.currency === currency ? parseMinor(order.amount, currency) : undefined;
  const isPaid =
    orderMinor !== undefined &&
    receivedMinor >= orderMinor &&
    receivedMinor <= Math.ceil(orderMinor * (1 + maxMarkupPercent / 100));
  if (!isPaid)
    throw notPossible(
      `The card was charged ${formatMinorWithCode(receivedMinor, currency)}, which is not the order's ${formatPriceWithCode(order.amount, order.currency)} with a markup.`,
    );
  if (metadata.offer_id !== order.offerId)
    throw notPossible('The card was charged for another offer than the order is of.');
}
