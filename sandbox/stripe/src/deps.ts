import { CallLedger, Clock, Faults, Store, WebhookSender } from '@fareline/sandbox-kit';

import type { SandboxOptions } from './config.ts';
import type { Authentication } from './http/auth.ts';
import type {
  Charge,
  IdempotencyRecord,
  ConfirmationTokenRecord,
  Dispute,
  PaymentIntent,
  PaymentMethodDomain,
  PaymentMethodRecord,
  Refund,
  StripeEvent,
} from './records.ts';

/** Creates the state and services that all calls share. `closing` is aborted when the server stops. */
export function createDeps(options: SandboxOptions, closing: AbortSignal) {
  const store = new Store(options.stateFile);
  return {
    options,
    closing,
    store,
    clock: new Clock(store, options.now),
    ledger: new CallLedger(),
    faults: new Faults(),
    intents: store.collection<PaymentIntent>('payment_intents'),
    charges: store.collection<Charge>('charges'),
    refunds: store.collection<Refund>('refunds'),
    disputes: store.collection<Dispute>('disputes'),
    paymentMethods: store.collection<PaymentMethodRecord>('payment_methods'),
    paymentMethodDomains: store.collection<PaymentMethodDomain>('payment_method_domains'),
    confirmationTokens: store.collection<ConfirmationTokenRecord>('confirmation_tokens'),
    idempotencyRecords: store.collection<IdempotencyRecord>('idempotency'),
    /** Events whose delivery has not ended. */
    events: store.collection<StripeEvent>('events'),
    webhooks: new WebhookSender({
      url: options.webhookUrl,
      signatureHeader: 'stripe-signature',
      userAgent: 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      retryDelaysMs: options.webhookRetryMs,
    }),
    /** Idempotency keys of calls that are executed later. */
    keysInProgress: new Set<string>(),
  };
}

export type Deps = ReturnType<typeof createDeps>;

/** The dependencies and the context of one call. */
export interface RequestContext extends Deps, Authentication {
  requestId: string;
  idempotencyKey: string | null;
}
