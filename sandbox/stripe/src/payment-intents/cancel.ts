import type { RequestContext } from '../deps.ts';
import { emit } from '../events/emit.ts';
import type { PaymentIntent } from '../records.ts';
import { findLatestCharge, saveIntent, unexpectedStateError } from './find.ts';

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];

function voidAuthorisation(
  context: RequestContext,
  intent: PaymentIntent,
  event: 'charge.refunded' | 'charge.expired',
): void {
  const authorisation = findLatestCharge(context, intent);
  if (intent.status !== 'requires_capture' || !authorisation) return;
  const charge = { ...authorisation, amount_refunded: authorisation.amount, refunded: true };
  context.charges.put(charge.id, charge);
  emit(context, event, charge);
}

function markCancelled(
  context: RequestContext,
  intent: PaymentIntent,
  reason: PaymentIntent['cancellation_reason'],
): PaymentIntent {
  const updated = saveIntent(context, intent, {
    amount_capturable: 0,
    canceled_at: context.clock.seconds(),
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  });
  emit(context, 'payment_intent.canceled', updated);
  return updated;
}

/** `POST /v1/payment_intents/:id/cancel`: cancels the intent and voids its authorisation. Throws 400 in a final status. */
export function cancelIntent(
  context: RequestContext,
  intent: PaymentIntent,
  reason: PaymentIntent['cancellation_reason'],
): PaymentIntent {
  if (!CANCELABLE.includes(intent.status)) {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`;
    throw unexpectedStateError(intent, message);
  }
  voidAuthorisation(context, intent, 'charge.refunded');
  return markCancelled(context, intent, reason);
}

/** Cancels an intent whose authorisation was not captured in time, as Stripe does. */
export function expireAuthorisation(context: RequestContext, intent: PaymentIntent): void {
  voidAuthorisation(context, intent, 'charge.expired');
  markCancelled(context, intent, 'automatic');
}
