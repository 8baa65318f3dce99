import type { Context } from '../context.ts';
import { emit } from '../events/emit.ts';
import type { PaymentIntent } from '../state/records.ts';
import { latestCharge, save, unexpectedState } from './find.ts';

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];

function release(context: Context, intent: PaymentIntent, event: 'charge.refunded' | 'charge.expired'): void {
  const held = latestCharge(context, intent);
  if (intent.status !== 'requires_capture' || !held) return;
  const charge = { ...held, amount_refunded: held.amount, refunded: true };
  context.store.put('charges', charge.id, charge);
  emit(context, event, charge);
}

function close(
  context: Context,
  intent: PaymentIntent,
  reason: PaymentIntent['cancellation_reason'],
): PaymentIntent {
  const saved = save(context, intent, {
    amount_capturable: 0,
    canceled_at: context.clock.now(),
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  });
  emit(context, 'payment_intent.canceled', saved);
  return saved;
}

/** `POST /v1/payment_intents/:id/cancel`: gives up the attempt and lets go of a hold. */
export function cancelIntent(
  context: Context,
  intent: PaymentIntent,
  reason: PaymentIntent['cancellation_reason'],
): PaymentIntent {
  if (!CANCELABLE.includes(intent.status)) {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`;
    throw unexpectedState(intent, message);
  }
  release(context, intent, 'charge.refunded');
  return close(context, intent, reason);
}

/** What Stripe does itself when a hold was not captured in time. */
export function lapseHold(context: Context, intent: PaymentIntent): void {
  release(context, intent, 'charge.expired');
  close(context, intent, 'automatic');
}
