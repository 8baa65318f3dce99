import { findTestCardByName } from '../cards/test-cards.ts';
import type { DeclineName } from '../cards/declines.ts';
import type { RequestContext } from '../deps.ts';
import { emit } from '../events/emit.ts';
import type { PaymentIntent, PaymentMethodRecord } from '../records.ts';
import { findIntent, saveIntent, unexpectedStateError } from './find.ts';
import { approvePayment, declinePayment } from './outcomes.ts';

/** Returns how a card behaves; a number that is not one of Stripe's test cards is declined. */
function getCardBehaviour(method: PaymentMethodRecord): {
  decline?: DeclineName;
  requiresChallenge?: true;
  challengesOnRequest?: true;
} {
  return findTestCardByName(method.testCard) ?? { decline: 'test_mode_live_card' };
}

/**
 * Answers the challenge of an intent, as its bank does. Passed, the card is charged, which may still be declined; failed, the intent
 * waits for another payment method. Throws Stripe's 400 when there is no challenge.
 */
export function answerChallenge(
  context: RequestContext,
  intent: PaymentIntent,
  outcome: 'passed' | 'failed',
): PaymentIntent {
  const method = context.paymentMethods.get(String(intent.payment_method));
  if (intent.status !== 'requires_action' || !method)
    throw unexpectedStateError(
      intent,
      `This PaymentIntent has no challenge: its status is ${intent.status}.`,
    );
  if (outcome === 'failed') return failChallenge(context, intent, method);
  const { decline } = getCardBehaviour(method);
  if (!decline) return approvePayment(context, intent, method);
  declinePayment(context, intent, method, decline);
  return findIntent(context, intent.id);
}

function failChallenge(
  context: RequestContext,
  intent: PaymentIntent,
  method: PaymentMethodRecord,
): PaymentIntent {
  const updated = saveIntent(context, intent, {
    last_payment_error: {
      code: 'payment_intent_authentication_failure',
      doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_method: method.object,
      type: 'invalid_request_error',
    },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  emit(context, 'payment_intent.payment_failed', updated);
  return updated;
}

function startChallenge(context: RequestContext, intent: PaymentIntent, method: PaymentMethodRecord) {
  const url = `https://hooks.stripe.com/3d_secure_2/hosted?payment_intent=${intent.id}`;
  const updated = saveIntent(context, intent, {
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
    },
    payment_method: method.object.id,
    status: 'requires_action',
  });
  emit(context, 'payment_intent.requires_action', updated);
  return updated;
}

/** Attempts the payment with `method`: paid, authorised or waiting for 3-D Secure. Throws the 402 if it is declined. */
export function confirmIntent(
  context: RequestContext,
  intent: PaymentIntent,
  method: PaymentMethodRecord,
): PaymentIntent {
  const behaviour = getCardBehaviour(method);
  const isRequested = intent.payment_method_options?.card?.request_three_d_secure !== 'automatic';
  if (behaviour.requiresChallenge || (behaviour.challengesOnRequest && isRequested))
    return startChallenge(context, intent, method);
  if (behaviour.decline) throw declinePayment(context, intent, method, behaviour.decline);
  return approvePayment(context, intent, method);
}
