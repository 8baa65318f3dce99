import { z } from 'zod';

import type { RequestContext } from '../deps.ts';
import { isChargedBack, sumLostDisputes } from '../disputes/dispute.ts';
import { emit } from '../events/emit.ts';
import { invalidRequest, invalidState } from '../http/errors.ts';
import { integer, metadata, oneOf, text } from '../http/params.ts';
import { newId } from '../ids.ts';
import { formatAmount } from '../money/currencies.ts';
import { findIntent, findLatestCharge } from '../payment-intents/find.ts';
import type { Charge, Refund } from '../records.ts';

export const refundSchema = z.strictObject({
  amount: integer.optional(),
  expand: z.array(text).optional(),
  metadata: metadata.optional(),
  payment_intent: text,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
});

type RefundParams = z.output<typeof refundSchema>;

function findRefundableCharge(context: RequestContext, params: RefundParams): Charge {
  const intent = findIntent(context, params.payment_intent, 'payment_intent');
  const charge = findLatestCharge(context, intent);
  if (charge && isChargedBack(context, charge)) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw invalidState({ code: 'charge_disputed', message });
  }
  if (charge?.status === 'succeeded' && charge.captured) return charge;
  throw invalidState({
    message: `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    param: 'payment_intent',
  });
}

function resolveAmount(context: RequestContext, charge: Charge, requestedAmount: number | undefined): number {
  const refundableAmount = charge.amount - charge.amount_refunded - sumLostDisputes(context, charge);
  if (refundableAmount === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalidState({ code: 'charge_already_refunded', message });
  }
  const amount = requestedAmount ?? refundableAmount;
  if (amount < 1) {
    const message = 'This value must be greater than or equal to 1.';
    throw invalidRequest({ code: 'parameter_invalid_integer', message, param: 'amount' });
  }
  if (amount > refundableAmount) {
    const format = (minor: number) => formatAmount(minor, charge.currency).replace(/ [a-z]+$/, '');
    const message = `Refund amount (${format(amount)}) is greater than unrefunded amount on charge (${format(refundableAmount)})`;
    throw invalidState({ message, param: 'amount' });
  }
  return amount;
}

/** `POST /v1/refunds`: refunds `amount` minor units, by default all that is not yet refunded. */
export function createRefund(context: RequestContext, params: RefundParams): Refund {
  const charge = findRefundableCharge(context, params);
  const amount = resolveAmount(context, charge, params.amount);
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: context.clock.seconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: params.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  context.refunds.put(refund.id, refund);
  const updatedCharge = addRefunded(context, charge, amount);
  emit(context, 'refund.created', refund);
  emit(context, 'charge.refunded', updatedCharge);
  return refund;
}

function addRefunded(context: RequestContext, charge: Charge, amount: number): Charge {
  const amountRefunded = charge.amount_refunded + amount;
  const refunded = amountRefunded === charge.amount;
  const updatedCharge = { ...charge, amount_refunded: amountRefunded, refunded };
  context.charges.put(charge.id, updatedCharge);
  return updatedCharge;
}

/** The bank's later answer to a refund; one that failed can be refunded again (docs.stripe.com/refunds#failed-refunds). */
export function settleRefund(
  context: RequestContext,
  refund: Refund,
  status: 'pending' | 'succeeded' | 'failed',
): void {
  const isFailed = status === 'failed';
  const settled: Refund = { ...refund, status, ...(isFailed ? { failure_reason: 'unknown' } : {}) };
  context.refunds.put(refund.id, settled);
  const charge = context.charges.get(String(refund.charge));
  if (isFailed && charge) addRefunded(context, charge, -refund.amount);
  for (const type of ['refund.updated', 'charge.refund.updated', ...(isFailed ? ['refund.failed'] : [])])
    emit(context, type, settled);
}
