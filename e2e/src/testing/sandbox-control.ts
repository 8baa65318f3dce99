import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { getProductSetting } from './product.ts';

interface DuffelLedger {
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
    livemode: boolean;
  }[];
  refunds: { amount: number }[];
}

const readLedger = async <T>(base: string): Promise<T> =>
  (await (await fetch(`${base}/_sandbox/ledger`)).json()) as T;

const readDuffelLedger = () => readLedger<DuffelLedger>(getProductSetting('E2E_DUFFEL_URL'));
export const readStripeLedger = () => readLedger<StripeLedger>(getProductSetting('E2E_STRIPE_URL'));

export interface LedgerChanges {
  orders: DuffelLedger['orders'];
  intents: StripeLedger['payment_intents'];
}

/** Returns a function that reads the orders and intents created since this call. Requires that no other test books concurrently. */
export async function trackLedgers(): Promise<() => Promise<LedgerChanges>> {
  const ids = async () => ({
    orders: new Set((await readDuffelLedger()).orders.map((order) => order.id)),
    intents: new Set((await readStripeLedger()).payment_intents.map((intent) => intent.id)),
  });
  const before = await ids();
  return async () => ({
    orders: (await readDuffelLedger()).orders.filter((order) => !before.orders.has(order.id)),
    intents: (await readStripeLedger()).payment_intents.filter((intent) => !before.intents.has(intent.id)),
  });
}

/** Expects exactly one order and one capture, regardless of retries. */
export function expectBookedOnce({ orders, intents }: LedgerChanges): void {
  expect(orders).toHaveLength(1);
  expect(intents.filter((intent) => intent.amount_received > 0)).toHaveLength(1);
}

type Provider = 'E2E_DUFFEL_URL' | 'E2E_STRIPE_URL';

async function callSandbox(provider: Provider, path: string, init: RequestInit): Promise<void> {
  const response = await fetch(`${getProductSetting(provider)}/_sandbox/${path}`, init);
  if (!response.ok) throw new Error(await response.text());
}

const createPostRequest = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Path pattern, for faults, of the Duffel calls that a search makes. */
export const searchPaths = '/air/(batch_)?offer_requests(/.*)?';

/** Injects a fault into the next matching calls of a sandbox. */
export const injectFault = (provider: Provider, fault: object) =>
  callSandbox(provider, 'faults', createPostRequest(fault));

export const clearFaults = (provider: Provider) => callSandbox(provider, 'faults', { method: 'DELETE' });

/** The cardholder disputes a charge. */
export const openDispute = (payment_intent: string) =>
  callSandbox('E2E_STRIPE_URL', 'disputes', createPostRequest({ payment_intent, status: 'needs_response' }));

/** Charges a card for an attempt of which no row is left. Returns the id of the intent. */
export async function chargeForNoBooking(minor: number): Promise<string> {
  const response = await fetch(`${getProductSetting('E2E_STRIPE_URL')}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({
      ...{ amount: String(minor), currency: 'usd', confirm: 'true', payment_method: 'pm_card_visa' },
      'allowed_payment_method_types[0]': 'card',
      'metadata[payment_id]': randomUUID(),
    }),
  });
  const intent = (await response.json()) as { id?: string; error?: object };
  if (!intent.id) throw new Error(JSON.stringify(intent.error));
  return intent.id;
}

/** Overrides the results of the next Duffel search that departs on a day: the number of offers, their currency, or whether some are invalid. */
export const overrideNextResults = (
  departureDate: string,
  results: { count?: number; currency?: string; broken?: boolean },
) =>
  callSandbox('E2E_DUFFEL_URL', 'results', createPostRequest({ departure_date: departureDate, ...results }));
