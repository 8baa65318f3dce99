import { formatMinorWithCode, formatPriceWithCode } from '@fareline/presentation/formats';
import type { RecordedFacts } from '../ledger/pair-entries.ts';
import type { ProviderLedger } from '../ledger/provider-ledger.ts';
import type { Finding } from './compare-ledger.ts';

/** What the providers and the tables say about a difference, so that a person can decide without a look into both. (LEDGER-04) */
export function describeSides(
  { subject, bookingId, paymentId }: Finding,
  { ledger, recorded }: { ledger: ProviderLedger; recorded: RecordedFacts },
): string {
  const ids = new Set([subject, bookingId, paymentId]);
  const isAbout = (id: string | null) => id !== null && ids.has(id);
  const orders = ledger.orders.filter((order) => isAbout(order.id) || isAbout(order.bookingId));
  for (const order of orders) ids.add(order.paymentId);
  const intents = ledger.intents.filter((intent) => isAbout(intent.id) || isAbout(intent.paymentId));
  const provided = [
    ...intents.map(({ id, state, receivedMinor, currency, bookingId: changed }) => {
      const amount = state === 'captured' ? ` ${formatMinorWithCode(receivedMinor, currency)}` : '';
      return `intent ${id} ${state}${amount}${changed === null ? '' : ` of booking ${changed}`}`;
    }),
    ...orders.map(({ id, isCancelled, amount, currency }) =>
      isCancelled ? `order ${id} cancelled` : `order ${id} ${formatPriceWithCode(amount, currency)}`,
    ),
  ];
  const stored = [
    ...recorded.payments
      .filter(({ id }) => id === paymentId)
      .map(
        ({ id, state, amount_minor, currency, intent_id }) =>
          `payment ${id} ${state} ${formatMinorWithCode(amount_minor, currency)}, intent ${intent_id ?? 'none'}`,
      ),
    ...recorded.bookings
      .filter(({ id }) => id === bookingId)
      .map(
        ({ id, state, amount_minor, currency, order_id }) =>
          `booking ${id} ${state} ${formatMinorWithCode(amount_minor, currency)}, order ${order_id ?? 'none'}`,
      ),
  ];
  return `Providers: ${provided.join('; ') || 'nothing'}. Tables: ${stored.join('; ') || 'nothing'}.`;
}
