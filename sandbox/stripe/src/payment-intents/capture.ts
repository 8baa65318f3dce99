import type { RequestContext } from '../deps.ts';
import { emit } from '../events/emit.ts';
import { invalidRequest } from '../http/errors.ts';
import type { PaymentIntent } from '../records.ts';
import { mergeMetadata } from './build.ts';
import { findLatestCharge, saveIntent, unexpectedStateError } from './find.ts';
import type { CaptureParams } from './schema.ts';

function requireCapturable(intent: PaymentIntent): void {
  if (intent.status === 'requires_capture') return;
  const reason =
    intent.status === 'succeeded'
      ? 'it has already been captured.'
      : `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`;
  throw unexpectedStateError(intent, `This PaymentIntent could not be captured because ${reason}`);
}

/**
 * `POST /v1/payment_intents/:id/capture`: captures all or part of an authorisation, once. The rest is voided, which Stripe shows
 * as `amount_refunded` of the charge.
 */
export function captureIntent(
  context: RequestContext,
  intent: PaymentIntent,
  params: CaptureParams,
): PaymentIntent {
  requireCapturable(intent);
  const amount = params.amount_to_capture ?? intent.amount_capturable;
  if (amount < 1) {
    const message = 'This value must be greater than or equal to 1.';
    throw invalidRequest({ code: 'parameter_invalid_integer', message, param: 'amount_to_capture' });
  }
  if (amount > intent.amount_capturable) {
    const message = `The amount_to_capture (${amount}) is greater than the amount that can be captured (${intent.amount_capturable}).`;
    throw invalidRequest({ code: 'amount_too_large', message, param: 'amount_to_capture' });
  }
  const updated = saveIntent(context, intent, {
    amount_capturable: 0,
    amount_received: amount,
    metadata: mergeMetadata(intent.metadata, params.metadata),
    status: 'succeeded',
  });
  const authorisation = findLatestCharge(context, intent);
  if (authorisation) {
    const charge = {
      ...authorisation,
      amount_captured: amount,
      amount_refunded: authorisation.amount - amount,
      captured: true,
    };
    context.charges.put(charge.id, charge);
    emit(context, 'charge.captured', charge);
  }
  emit(context, 'payment_intent.succeeded', updated);
  return updated;
}
