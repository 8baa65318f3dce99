import { formatMinor, parseMinor } from '@fareline/contracts';
import { maxMarkupPercent } from '@fareline/contracts/schemas';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import type { Deps } from '../deps.ts';
import type { BookedOrder, PlacedOrder } from '../duffel/flight-provider.ts';
import type { LedgerCharge, LedgerDispute, LedgerIntent, LedgerOrder } from '../ledger/provider-ledger.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { findOrphanId } from '../review-cases/case-decisions.ts';
import type { StoredCase } from '../review-cases/review-case.repository.ts';
import { notPossible } from './not-possible.ts';

/** Both providers' facts of one booking. */
export interface Orphans {
  bookingId: string;
  paymentId: string;
  order: LedgerOrder & Pick<PlacedOrder, 'bookingReference'>;
  booked: BookedOrder;
  charge: LedgerCharge;
  disputes: readonly LedgerDispute[];
}

interface AgreedFacts {
  order: Pick<LedgerOrder, 'amount' | 'currency'>;
  booked: Pick<BookedOrder, 'offerId'>;
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
  const order = orders.find((entry) => entry.bookingId === bookingId);
  if (!order) throw notPossible('The airline has no order of this booking any more.');
  const { paymentId } = order;
  const charges = intents.filter((intent) => intent.paymentId === paymentId && intent.state === 'captured');
  const [intent] = charges;
  if (!paymentId || !isUuid(paymentId) || !intent || charges.length > 1)
    throw notPossible('The card provider has no charge, or more than one, with the payment of this order.');
  const [charge, disputes, booked, placed] = await Promise.all([
    cardGateway.readCharge(mode, intent.id),
    cardGateway.listDisputes(mode, intent.id),
    flightProvider.getBookedOrder(mode, order.id),
    flightProvider.getOrder(mode, order.id),
  ]).catch(throwUnavailable);
  const orphans = {
    ...{ bookingId, paymentId, booked, charge, disputes },
    order: { ...order, bookingReference: placed.bookingReference },
  };
  assertAgreed(orphans);
  return orphans;
}

/** The card paid the order and a possible markup, for the same offer. */
export function assertAgreed({ order, booked, charge: { intent, metadata } }: AgreedFacts): void {
  const { receivedMinor, currency } = intent;
  const orderMinor = order.currency === currency ? parseMinor(order.amount, currency) : undefined;
  const isPaid =
    orderMinor !== undefined &&
    receivedMinor >= orderMinor &&
    receivedMinor <= Math.ceil(orderMinor * (1 + maxMarkupPercent / 100));
  if (!isPaid)
    throw notPossible(
      `The card was charged ${formatMinor(receivedMinor, currency)} ${currency}, which is not the order's ${order.amount} ${order.currency} with a markup.`,
    );
  if (metadata.offer_id !== booked.offerId)
    throw notPossible('The card was charged for another offer than the order is of.');
}
