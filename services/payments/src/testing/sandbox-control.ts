import type { Program } from '@fareline/service-kit/testing';

export interface DuffelLedger {
  requests: { method: string; path: string; status: number | null }[];
  orders: {
    id: string;
    offer_id: string;
    booking_reference: string;
    metadata: Record<string, string> | null;
    total_amount: string;
    status: string;
  }[];
  cancellations: { id: string; order_id: string; confirmed_at: string | null; refund_amount: string }[];
}

export interface StripeLedger {
  payment_intents: {
    id: string;
    amount: number;
    amount_received: number;
    amount_refunded: number;
    authorised: boolean;
    status: string;
    metadata: Record<string, string>;
  }[];
  refunds: { id: string; amount: number; payment_intent: string }[];
}

/** Controls a provider sandbox: faults and ledger. */
export function createSandboxControl<Ledger>(program: Program) {
  async function control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${program.url}/_sandbox/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`sandbox ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  }
  return {
    control,
    fault: (fault: Record<string, unknown>) => control('POST', 'faults', fault),
    clearFaults: () => control('DELETE', 'faults'),
    ledger: () => control('GET', 'ledger') as Promise<Ledger>,
  };
}
