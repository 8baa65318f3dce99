import type { RequestContext } from '../deps.ts';
import { emit } from '../events/emit.ts';
import type { PaymentIntent } from '../records.ts';
import { findLatestCharge, saveIntent, unexpectedStateError } from './find.ts';

function requireCapturable(intent: PaymentIntent): void {
  if (intent.status === 'requires_capture') return;
  const reason =
    intent.status === 'succeeded'
      ? 'it has already been captured.'
      : `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`;
  throw unexpectedStateError(intent, `This PaymentIntent could not be captured because ${reason}`);
}

/** `POST /v1/payment_intents/:id/capture`: captures an authorisation, once. */
export function captureIntent(context: RequestContext, intent: PaymentIntent): PaymentIntent {
  requireCapturable(intent);
  const amount = intent.amount_capturable;
  const updated = saveIntent(context, intent, {
    amount_capturable: 0,
    amount_received: amount,
    status: 'succeeded',
  });
  const authorisation = findLatestCharge(context, intent);
  if (authorisation) {
    const charge = { ...authorisation, amount_captured: amount, captured: true };
    context.charges.put(charge.id, charge);
    emit(context, 'charge.captured', charge);
  }
  emit(context, 'payment_intent.succeeded', updated);
  return updated;
}
