import { addCommand, addControlRoutes, FaultInput } from '@fareline/sandbox-kit';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import type { Deps } from '../deps.ts';
import { answerChallenge } from '../payment-intents/confirm.ts';
import { expireAuthorisations } from '../payment-intents/expire-authorisations.ts';
import type { Refund } from '../records.ts';

/** Refunded amounts by payment intent. */
function sumRefundsByIntent(refunds: Refund[]): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { payment_intent, amount } of refunds) {
    const id = String(payment_intent);
    amounts.set(id, (amounts.get(id) ?? 0) + amount);
  }
  return amounts;
}

/** Lists payment intents and refunds with amounts in minor units. `amount_refunded` contains refunds, not voided authorisations. */
export function listRecords(deps: Deps) {
  const refunds = deps.refunds.all();
  const refundedByIntent = sumRefundsByIntent(refunds);
  const approvedCharges = deps.charges.all().filter((charge) => charge.status === 'succeeded');
  const authorisedIntents = new Set(approvedCharges.map((charge) => charge.payment_intent));
  return {
    payment_intents: deps.intents.all().map((intent) => ({
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
    })),
    refunds: refunds.map(
      ({ id, amount, currency, status, reason, charge, payment_intent, metadata, created }) => ({
        ...{ id, amount, currency, status, reason, charge, payment_intent, metadata, created },
      }),
    ),
  };
}

const ChallengeInput = z.strictObject({ payment_intent: z.string(), outcome: z.enum(['passed', 'failed']) });

/** The control API of all sandboxes, with payment intents and refunds in the ledger, and answers to challenges. */
export function addStripeControlRoutes(app: FastifyInstance, deps: Deps): void {
  addControlRoutes(app, {
    ...deps,
    faultInput: FaultInput,
    listRecords: () => listRecords(deps),
    onClockAdvanced: () => expireAuthorisations(deps),
    reset: () => deps.keysInProgress.clear(),
  });
  addCommand(app, 'challenges', ChallengeInput, ({ payment_intent, outcome }) => {
    const intent = deps.intents.get(payment_intent);
    if (!intent) throw new Error(`there is no intent ${payment_intent}`);
    const { livemode } = intent;
    const call = { livemode, isPublishable: false, accountId: '', requestId: '', idempotencyKey: null };
    answerChallenge({ ...deps, ...call }, intent, outcome);
    deps.store.commit();
  });
}
