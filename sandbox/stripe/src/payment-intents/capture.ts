import type { Context } from '../context.ts';
import { emit } from '../events/emit.ts';
import { invalidRequest } from '../http/errors.ts';
import type { PaymentIntent } from '../state/records.ts';
import { mergeMetadata } from './build.ts';
import { latestCharge, save, unexpectedState } from './find.ts';
import type { CaptureParams } from './schema.ts';

function requireCapturable(intent: PaymentIntent): void {
  if (intent.status === 'requires_capture') return;
  const why =
    intent.status === 'succeeded'
      ? 'it has already been captured.'
      : `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`;
  throw unexpectedState(intent, `This PaymentIntent could not be captured because ${why}`);
}

/**
 * `POST /v1/payment_intents/:id/capture`: takes all or part of a hold, once. The rest is let go, which Stripe shows on the charge
 * as `amount_refunded`.
 */
export function captureIntent(context: Context, intent: PaymentIntent, params: CaptureParams): PaymentIntent {
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
  const saved = save(context, intent, {
    amount_capturable: 0,
    amount_received: amount,
    metadata: mergeMetadata(intent.metadata, params.metadata),
    status: 'succeeded',
  });
  const held = latestCharge(context, intent);
  if (held) {
    const charge = {
      ...held,
      amount_captured: amount,
      amount_refunded: held.amount - amount,
      captured: true,
    };
    context.store.put('charges', charge.id, charge);
    emit(context, 'charge.captured', charge);
  }
  emit(context, 'payment_intent.succeeded', saved);
  return saved;
}
