import { z } from 'zod';

import type { Context } from '../context.ts';
import { emit } from '../events/emit.ts';
import { invalidRequest, invalidState, resourceMissing } from '../http/errors.ts';
import { integer, metadata, oneOf, text } from '../http/params.ts';
import { newId } from '../ids.ts';
import { describeAmount } from '../money/currencies.ts';
import { findIntent, latestCharge } from '../payment-intents/find.ts';
import type { Charge, Refund } from '../state/records.ts';

export const refundSchema = z.strictObject({
  amount: integer.optional(),
  charge: text.optional(),
  currency: text.optional(),
  expand: z.array(text).optional(),
  instructions_email: z.unknown().optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
  refund_application_fee: z.unknown().optional(),
  reverse_transfer: z.unknown().optional(),
});

type RefundParams = z.output<typeof refundSchema>;

function notRefundable(intentId: string, param: string) {
  return invalidState({
    message: `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    param,
  });
}

const isCaptured = (charge: Charge) => charge.status === 'succeeded' && charge.captured;

function chargeOf(context: Context, params: RefundParams): Charge {
  if (params.payment_intent) {
    const intent = findIntent(context, params.payment_intent, 'payment_intent');
    const charge = latestCharge(context, intent);
    if (charge && isCaptured(charge)) return charge;
    throw notRefundable(intent.id, 'payment_intent');
  }
  if (!params.charge) {
    const message =
      'One of the following params should be provided for this request: payment_intent or charge.';
    throw invalidRequest({ code: 'parameter_missing', message });
  }
  const charge = context.store.get('charges', params.charge);
  if (!charge || charge.livemode !== context.livemode) throw resourceMissing('charge', params.charge, 'id');
  if (!isCaptured(charge)) throw notRefundable(String(charge.payment_intent), 'charge');
  return charge;
}

function amountFor(charge: Charge, asked: number | undefined): number {
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalidState({ code: 'charge_already_refunded', message });
  }
  const amount = asked ?? left;
  if (amount < 1) {
    const message = 'This value must be greater than or equal to 1.';
    throw invalidRequest({ code: 'parameter_invalid_integer', message, param: 'amount' });
  }
  if (amount > left) {
    const show = (minor: number) => describeAmount(minor, charge.currency).replace(/ [a-z]+$/, '');
    const message = `Refund amount (${show(amount)}) is greater than unrefunded amount on charge (${show(left)})`;
    throw invalidState({ message, param: 'amount' });
  }
  return amount;
}

/** `POST /v1/refunds`: gives back all that is left, or `amount` minor units of it. */
export function createRefund(context: Context, params: RefundParams): Refund {
  const charge = chargeOf(context, params);
  const amount = amountFor(charge, params.amount);
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: context.clock.now(),
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
  const amountRefunded = charge.amount_refunded + amount;
  const refunded = { ...charge, amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount };
  context.store.put('refunds', refund.id, refund);
  context.store.put('charges', charge.id, refunded);
  emit(context, 'refund.created', refund);
  emit(context, 'charge.refunded', refunded);
  return refund;
}
