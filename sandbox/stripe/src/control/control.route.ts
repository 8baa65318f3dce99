import { addCommand, addControlRoutes, FaultInput } from '@fareline/sandbox-kit';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import type { Deps, RequestContext } from '../deps.ts';
import { decideDispute, openDispute } from '../disputes/dispute.ts';
import { emit } from '../events/emit.ts';
import { newId } from '../ids.ts';
import { answerChallenge } from '../payment-intents/confirm.ts';
import { expireAuthorisations } from '../payment-intents/expire-authorisations.ts';
import type { Refund } from '../records.ts';
import { settleRefund } from '../refunds/create.ts';

/** Refunded amounts by payment intent. */
function sumRefundsByIntent(refunds: Refund[]): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { payment_intent, amount, status } of refunds) {
    if (status === 'failed') continue;
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
      description: intent.description,
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

const RefundInput = z.strictObject({
  refund: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
});

const DisputeInput = z.strictObject({
  payment_intent: z.string(),
  status: z.enum(['needs_response', 'won', 'lost']),
  amount: z.int().min(1).optional(),
  /** The dispute that is decided, by default the first of the charge. */
  dispute: z.string().optional(),
  /** Whether the cardholder disputes the charge once more. */
  isAnother: z.boolean().default(false),
});

const WarningInput = z.strictObject({ payment_intent: z.string() });

/** A call of the bank's, which has no request. */
const toContext = (deps: Deps, livemode: boolean): RequestContext => ({
  ...deps,
  ...{ livemode, isPublishable: false, accountId: '', requestId: '', idempotencyKey: null },
});

const ChallengeInput = z.strictObject({ payment_intent: z.string(), outcome: z.enum(['passed', 'failed']) });

/** The control API of all sandboxes, with payment intents and refunds in the ledger, answers to challenges, disputes, warnings, and what becomes of refunds. */
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
    answerChallenge(toContext(deps, intent.livemode), intent, outcome);
    deps.store.commit();
  });
  const getCharge = (intentId: string) => {
    const charge = deps.charges
      .all()
      .find(({ payment_intent, captured }) => payment_intent === intentId && captured);
    if (!charge) throw new Error(`there is no captured charge of ${intentId}`);
    return charge;
  };
  addCommand(app, 'disputes', DisputeInput, ({ payment_intent, status, amount, dispute: id, isAnother }) => {
    const charge = getCharge(payment_intent);
    const context = toContext(deps, charge.livemode);
    const ofCharge = deps.disputes.all().filter((dispute) => dispute.charge === charge.id);
    const known = isAnother ? undefined : ofCharge.find((dispute) => id === undefined || dispute.id === id);
    const dispute = known ?? openDispute(context, charge, amount);
    const result = status === 'needs_response' ? dispute : decideDispute(context, dispute, status);
    deps.store.commit();
    return result;
  });
  addCommand(app, 'fraud_warnings', WarningInput, ({ payment_intent }) => {
    const { id: charge, livemode } = getCharge(payment_intent);
    const warning = {
      ...{ id: newId('issfr'), object: 'radar.early_fraud_warning', actionable: true, charge },
      ...{ created: deps.clock.seconds(), fraud_type: 'misc', livemode, payment_intent },
    };
    emit(toContext(deps, livemode), 'radar.early_fraud_warning.created', warning);
    deps.store.commit();
    return warning;
  });
  addCommand(app, 'refunds', RefundInput, ({ refund: id, status }) => {
    const refund = deps.refunds.get(id);
    if (!refund) throw new Error(`there is no refund ${id}`);
    const isLive = deps.charges.get(String(refund.charge))?.livemode === true;
    settleRefund(toContext(deps, isLive), refund, status);
    deps.store.commit();
  });
}
