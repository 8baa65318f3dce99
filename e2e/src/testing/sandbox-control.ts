import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { getDayFromNow } from './dates.ts';
import { getProductSetting } from './product.ts';
import type { Trip } from './search.ts';

interface DuffelLedger {
  orders: {
    id: string;
    offer_request_id: string;
    booking_reference: string;
    metadata: { payment_id?: string } | null;
    status: string;
    cancelled_at: string | null;
  }[];
}

interface StripeLedger {
  payment_intents: {
    id: string;
    amount: number;
    amount_received: number;
    amount_refunded: number;
    currency: string;
    status: string;
    livemode: boolean;
    description: string | null;
    metadata: { payment_id?: string };
  }[];
}

const readLedger = async <T>(base: string): Promise<T> =>
  (await (await fetch(`${base}/_sandbox/ledger`)).json()) as T;

const readDuffelLedger = () => readLedger<DuffelLedger>(getProductSetting('E2E_DUFFEL_URL'));
const readStripeLedger = () => readLedger<StripeLedger>(getProductSetting('E2E_STRIPE_URL'));

export interface LedgerChanges {
  orders: DuffelLedger['orders'];
  intents: StripeLedger['payment_intents'];
}

/**
 * Returns a function that reads the orders and intents created since this call: those of a trip, which no concurrent test books, and
 * orders without a payment; or all of them, for a test that has the product for itself.
 */
export async function trackLedgers(trip?: Trip): Promise<() => Promise<LedgerChanges>> {
  const description =
    trip && `Flights ${trip.origin}-${trip.destination} ${getDayFromNow(trip.departureInDays)}`;
  const read = async (): Promise<LedgerChanges> => {
    // In this order, so that the payment of each order is read.
    const { orders } = await readDuffelLedger();
    const { payment_intents } = await readStripeLedger();
    const ofOthers = payment_intents.filter((intent) => trip && intent.description !== description);
    const payments = new Set(ofOthers.map(({ metadata }) => metadata.payment_id));
    return {
      orders: orders.filter(({ metadata }) => !metadata?.payment_id || !payments.has(metadata.payment_id)),
      intents: payment_intents.filter((intent) => !ofOthers.includes(intent)),
    };
  };
  const before = new Set(
    Object.values(await read()).flatMap((records: { id: string }[]) => records.map(({ id }) => id)),
  );
  return async () => {
    const { orders, intents } = await read();
    return {
      orders: orders.filter(({ id }) => !before.has(id)),
      intents: intents.filter(({ id }) => !before.has(id)),
    };
  };
}

/** Expects exactly one order and one capture, regardless of retries, and no authorisation that is left. */
export function expectBookedOnce({ orders, intents }: LedgerChanges): void {
  expect(orders).toHaveLength(1);
  expect(intents.filter((intent) => intent.amount_received > 0)).toHaveLength(1);
  expect(intents.filter((intent) => intent.status === 'requires_capture')).toEqual([]);
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

/** The airline delays the flights of an order, or flies none of them (null), and says so by an event. */
export const changeOrder = (id: string, changed: { delay_minutes: number | null; actions?: string[] }) =>
  callSandbox('E2E_DUFFEL_URL', `orders/${id}`, createPostRequest({ changed }));

/** What other flights for an order cost: negative where money comes back. */
export const setChangePrice = (id: string, total_amount: string) =>
  callSandbox(
    'E2E_DUFFEL_URL',
    `orders/${id}`,
    createPostRequest({ changes: { total_amount, refund_to: 'original_form_of_payment' } }),
  );

/** The order that was paid with a payment. */
export async function readOrderOfPayment(paymentId: string): Promise<DuffelLedger['orders'][number]> {
  const { orders } = await readDuffelLedger();
  return orders.find(({ metadata }) => metadata?.payment_id === paymentId)!;
}

/** What the card provider has of a payment. */
export async function readPayment(paymentId: string): Promise<StripeLedger['payment_intents'][number]> {
  const { payment_intents } = await readStripeLedger();
  return payment_intents.find(({ metadata }) => metadata.payment_id === paymentId)!;
}

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

/** Overrides how many offers the next Duffel search that departs on a day has. */
export const overrideNextResults = (departureDate: string, results: { count: number }) =>
  callSandbox('E2E_DUFFEL_URL', 'results', createPostRequest({ departure_date: departureDate, ...results }));
