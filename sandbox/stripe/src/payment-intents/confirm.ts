import { findTestCardByName } from '../cards/test-cards.ts';
import type { DeclineName } from '../cards/declines.ts';
import type { RequestContext } from '../deps.ts';
import { emit } from '../events/emit.ts';
import type { PaymentIntent, PaymentMethodRecord } from '../records.ts';
import { saveIntent } from './find.ts';
import { approvePayment, declinePayment } from './outcomes.ts';

/** Returns how a card behaves; a number that is not one of Stripe's test cards is declined. */
function getCardBehaviour(method: PaymentMethodRecord): {
  decline?: DeclineName;
  requiresChallenge?: true;
} {
  return findTestCardByName(method.testCard) ?? { decline: 'test_mode_live_card' };
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
  if (behaviour.requiresChallenge) return startChallenge(context, intent, method);
  if (behaviour.decline) throw declinePayment(context, intent, method, behaviour.decline);
  return approvePayment(context, intent, method);
}
