import type { Refund } from '../state/records.ts';
import type { Store } from '../state/store.ts';

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Refunded minor units by payment intent. */
function refundedAmounts(refunds: Refund[]): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { payment_intent, amount } of refunds) {
    const id = String(payment_intent);
    amounts.set(id, (amounts.get(id) ?? 0) + amount);
  }
  return amounts;
}

interface Line {
  currency: string;
  status: string;
  amount: number;
  amount_received: number;
  amount_refunded: number;
  authorised: boolean;
}

function amountsOf(lines: Line[]) {
  const held = lines.filter((line) => line.status === 'requires_capture');
  return {
    authorised: sum(lines.filter((line) => line.authorised).map((line) => line.amount)),
    captured: sum(lines.map((line) => line.amount_received)),
    refunded: sum(lines.map((line) => line.amount_refunded)),
    held: sum(held.map((line) => line.amount)),
  };
}

function amountsByCurrency(lines: Line[]) {
  const byCurrency = Map.groupBy(lines, (line) => line.currency);
  return Object.fromEntries([...byCurrency].map(([currency, own]) => [currency, amountsOf(own)]));
}

/**
 * What happened to money, for tests that compare two books. Amounts in minor units; `amount_refunded` counts refunds only, not
 * holds that were let go. `totals` counts intents (and refunds), `amounts` adds them up by currency.
 */
export function ledger(store: Store) {
  const refunds = store.all('refunds');
  const refunded = refundedAmounts(refunds);
  const approved = store.all('charges').filter((charge) => charge.status === 'succeeded');
  const authorised = new Set(approved.map((charge) => charge.payment_intent));
  const lines = store.all('payment_intents').map((intent) => ({
    id: intent.id,
    amount: intent.amount,
    amount_received: intent.amount_received,
    amount_capturable: intent.amount_capturable,
    amount_refunded: refunded.get(intent.id) ?? 0,
    authorised: authorised.has(intent.id),
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
