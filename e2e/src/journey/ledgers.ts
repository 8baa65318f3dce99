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

type Provider = 'E2E_DUFFEL_URL' | 'E2E_STRIPE_URL';

async function control(provider: Provider, path: string, init: RequestInit): Promise<void> {
  const response = await fetch(`${address(provider)}/_sandbox/${path}`, init);
  if (!response.ok) throw new Error(await response.text());
}

const posting = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The calls of the flight-data provider that a search is made of, as faults name them. */
export const searchCalls = '/air/(batch_)?offer_requests(/.*)?';

/** A fault that the next matching calls of a sandbox run into. */
export const makeFail = (provider: Provider, fault: object) => control(provider, 'faults', posting(fault));

export const clearFaults = (provider: Provider) => control(provider, 'faults', { method: 'DELETE' });

/** What the next search of the flight-data provider finds: so many offers, in another currency, broken ones among the good. */
export const nextResults = (results: { count?: number; currency?: string; broken?: boolean }) =>
  control('E2E_DUFFEL_URL', 'results', posting(results));
