import { address } from '../product.ts';

export interface DuffelLedger {
  requests: { method: string; path: string; status: number }[];
  orders: {
    id: string;
    offer_request_id: string;
    booking_reference: string;
    status: string;
    cancelled_at: string | null;
  }[];
}

export interface StripeLedger {
  payment_intents: {
    id: string;
    amount: number;
    amount_received: number;
    amount_refunded: number;
    currency: string;
    status: string;
  }[];
  refunds: { amount: number }[];
}

const read = async <T>(base: string): Promise<T> =>
  (await (await fetch(`${base}/_sandbox/ledger`)).json()) as T;

export const duffelLedger = () => read<DuffelLedger>(address('E2E_DUFFEL_URL'));
export const stripeLedger = () => read<StripeLedger>(address('E2E_STRIPE_URL'));

export interface LedgerChange {
  orders: DuffelLedger['orders'];
  intents: StripeLedger['payment_intents'];
}

/** What came into both ledgers since this call; journeys that look at it run one after the other. */
export async function watchLedgers(): Promise<() => Promise<LedgerChange>> {
  const ids = async () => ({
    orders: new Set((await duffelLedger()).orders.map((order) => order.id)),
    intents: new Set((await stripeLedger()).payment_intents.map((intent) => intent.id)),
  });
  const before = await ids();
  return async () => ({
    orders: (await duffelLedger()).orders.filter((order) => !before.orders.has(order.id)),
    intents: (await stripeLedger()).payment_intents.filter((intent) => !before.intents.has(intent.id)),
  });
}

/** A fault that the next matching calls of a sandbox run into. */
export async function makeFail(provider: 'E2E_DUFFEL_URL' | 'E2E_STRIPE_URL', fault: object): Promise<void> {
  const response = await fetch(`${address(provider)}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (!response.ok) throw new Error(await response.text());
}
