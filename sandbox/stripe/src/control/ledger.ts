import type { Refund } from '../state/records.ts';
import type { Store } from '../state/store.ts';

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Refunded amounts in minor units, by payment intent. */
function sumRefundsByIntent(refunds: Refund[]): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { payment_intent, amount } of refunds) {
    const id = String(payment_intent);
    amounts.set(id, (amounts.get(id) ?? 0) + amount);
  }
  return amounts;
}

interface LedgerLine {
  currency: string;
  status: string;
  amount: number;
  amount_received: number;
  amount_refunded: number;
  authorised: boolean;
}

function sumAmounts(lines: LedgerLine[]) {
  const authorisedLines = lines.filter((line) => line.status === 'requires_capture');
  return {
    authorised: sum(lines.filter((line) => line.authorised).map((line) => line.amount)),
    captured: sum(lines.map((line) => line.amount_received)),
    refunded: sum(lines.map((line) => line.amount_refunded)),
    held: sum(authorisedLines.map((line) => line.amount)),
  };
}

function sumAmountsByCurrency(lines: LedgerLine[]) {
  const byCurrency = Map.groupBy(lines, (line) => line.currency);
  return Object.fromEntries(
    [...byCurrency].map(([currency, currencyLines]) => [currency, sumAmounts(currencyLines)]),
  );
}

/**
 * Builds the ledger that tests compare with the product's own records. Amounts are in minor units; `amount_refunded` contains
 * refunds only, not voided authorisations. `totals` counts intents and refunds, `amounts` sums them by currency.
 */
export function buildLedger(store: Store) {
  const refunds = store.all('refunds');
  const refundedByIntent = sumRefundsByIntent(refunds);
  const approvedCharges = store.all('charges').filter((charge) => charge.status === 'succeeded');
  const authorisedIntents = new Set(approvedCharges.map((charge) => charge.payment_intent));
  const lines = store.all('payment_intents').map((intent) => ({
    id: intent.id,
    amount: intent.amount,
    amount_received: intent.amount_received,
    amount_capturable: intent.amount_capturable,
    amount_refunded: refundedByIntent.get(intent.id) ?? 0,
    authorised: authorisedIntents.has(intent.id),
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
    amounts: sumAmountsByCurrency(lines),
  };
}
