import type { PaymentIntent, Refund } from '../state/records.ts';
import type { Store } from '../state/store.ts';

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

function refundedOf(refunds: Refund[], intent: PaymentIntent): number {
  return sum(refunds.filter((refund) => refund.payment_intent === intent.id).map((refund) => refund.amount));
}

interface Line {
  currency: string;
  status: string;
  amount: number;
  amount_received: number;
  amount_refunded: number;
  authorised: boolean;
}

function amountsByCurrency(lines: Line[]) {
  return Object.fromEntries(
    [...new Set(lines.map((line) => line.currency))].map((currency) => {
      const own = lines.filter((line) => line.currency === currency);
      const total = (wanted: (line: Line) => boolean, amount: (line: Line) => number) =>
        sum(own.filter(wanted).map(amount));
      return [
        currency,
        {
          authorised: total(
            (line) => line.authorised,
            (line) => line.amount,
          ),
          captured: total(
            () => true,
            (line) => line.amount_received,
          ),
          refunded: total(
            () => true,
            (line) => line.amount_refunded,
          ),
          held: total(
            (line) => line.status === 'requires_capture',
            (line) => line.amount,
          ),
        },
      ];
    }),
  );
}

/**
 * What happened to money, for tests that compare two books. Amounts in minor units; `amount_refunded` counts refunds only, not
 * holds that were let go. `totals` counts intents (and refunds), `amounts` adds them up by currency.
 */
export function ledger(store: Store) {
  const refunds = store.all('refunds');
  const lines = store.all('payment_intents').map((intent) => ({
    id: intent.id,
    amount: intent.amount,
    amount_received: intent.amount_received,
    amount_capturable: intent.amount_capturable,
    amount_refunded: refundedOf(refunds, intent),
    authorised: store
      .all('charges')
      .some((charge) => charge.payment_intent === intent.id && charge.status === 'succeeded'),
    currency: intent.currency,
    status: intent.status,
    capture_method: intent.capture_method,
    livemode: intent.livemode,
    metadata: intent.metadata,
    created: intent.created,
  }));
  return {
    requests: store.all('requests'),
    payment_intents: lines,
    refunds: refunds.map(
      ({ id, amount, currency, status, reason, charge, payment_intent, metadata, created }) => ({
        ...{ id, amount, currency, status, reason, charge, payment_intent, metadata, created },
      }),
    ),
    totals: {
      authorised: lines.filter((line) => line.authorised).length,
      captured: lines.filter((line) => line.amount_received > 0).length,
      refunded: refunds.length,
      held: lines.filter((line) => line.status === 'requires_capture').length,
    },
    amounts: amountsByCurrency(lines),
  };
}
